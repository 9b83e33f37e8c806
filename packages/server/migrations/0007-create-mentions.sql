-- Whom a message of a group chat calls by name; participants at the time alone.
create table mentions (
  message_id bigint not null,
  user_id bigint not null references users (id),
  primary key (message_id, user_id)
);
