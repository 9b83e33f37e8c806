-- Beside: 1.0.0
-- The reasons for which administrators read chats of others, until they expire; the audit keeps them for good.
create table supervisions (
  chat_id bigint not null references chats,
  user_id bigint not null references users,
  reason text not null,
  started_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (user_id, chat_id)
);
create index supervisions_expires_at on supervisions (expires_at);
