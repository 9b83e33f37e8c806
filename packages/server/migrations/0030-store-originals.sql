-- What messages said before their authors edited or deleted them, for KEEP_ORIGINALS_DAYS.
create table message_originals (
  id bigint generated always as identity primary key,
  chat_id bigint not null,
  message_id bigint not null,
  content text not null,
  mentioned_user_ids bigint[] not null,
  file_name text,
  since timestamptz not null,
  until timestamptz not null,
  reason text not null check (reason in ('EDITED', 'DELETED'))
);
create index message_originals_message_idx on message_originals (chat_id, message_id, id);
create index message_originals_until_idx on message_originals (until);
