-- The conversations that are being followed live, and by which process: the end of what a killed one served is recorded by another.
create table watches (
  id bigint generated always as identity primary key,
  process_uuid uuid not null,
  actor_id bigint not null references users (id),
  chat_id bigint not null references chats (id)
);
