-- An index through a chat's latest message makes PostgreSQL enter each send's new chat row into every index of chats. No index holds
-- anything that changes more than once an hour, so the row is written in place; lists sort within the hour.
drop index chats_latest;
alter table chats
  add column last_message_hour timestamp generated always as (date_trunc('hour', last_message_at at time zone 'UTC')) stored;
create index chats_last_message_hour on chats (last_message_hour desc) where last_message_hour is not null and kind <> 'PERSONAL';
