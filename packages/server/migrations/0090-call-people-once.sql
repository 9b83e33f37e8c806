-- Beside: 1.0.0
-- People whom an edit took out of a message's mentions: named again, they are not called a second time.
create table earlier_mentions (
  message_id bigint not null,
  user_id bigint not null references users,
  primary key (message_id, user_id)
);

-- Rows of the queue with nothing that waits and nothing that is shown: they go soon, so that they are always few.
create index push_notifications_spent on push_notifications (next_at) where waiting is null and shown_id is null;
