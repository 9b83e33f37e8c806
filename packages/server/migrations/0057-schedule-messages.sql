-- Beside: 1.0.0
-- Texts that wait for their time. Such a row goes with the very statement that stores its message, so nothing is sent twice.
create table scheduled_messages (
  id bigint generated always as identity primary key,
  -- The uuid of the message, too, once that stands.
  uuid uuid not null unique,
  chat_id bigint not null references chats,
  sender_id bigint not null references users,
  content text not null,
  reference_id text collate "C",
  mentioned_user_ids bigint[] not null,
  send_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Its sender could not write there when it was due.
  dropped_at timestamptz,
  constraint scheduled_messages_reference_key unique (chat_id, sender_id, reference_id)
);

create index scheduled_messages_due_idx on scheduled_messages (send_at, id) where dropped_at is null;
create index scheduled_messages_sender_idx on scheduled_messages (sender_id, send_at);
