-- Beside: 1.0.0
-- What must be kept on demand: a chat, or what a person wrote. A hold that has ended has no row.
create table holds (
  id bigint generated always as identity primary key,
  chat_id bigint unique references chats,
  user_id bigint unique references users,
  reason text not null,
  since timestamptz not null default now(),
  set_by bigint not null references users,
  check ((chat_id is null) <> (user_id is null))
);

-- Messages of which something is there for a hold alone: hidden originals, the file of a deleted one, its reactions.
create table kept_messages (
  message_id bigint primary key,
  chat_id bigint not null
);

-- Kept for a hold alone: no history shows it.
alter table message_originals add column is_hidden boolean not null default false;
