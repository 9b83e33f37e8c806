-- One emoji of a user on a message.
create table reactions (
  message_id bigint not null,
  user_id bigint not null references users (id),
  emoji text not null,
  reacted_at timestamptz not null,
  primary key (message_id, user_id)
);
