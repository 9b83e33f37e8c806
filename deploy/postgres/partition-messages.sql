-- Divides the table of messages into 16 by the hash of their chat (docs/scale.md says when that pays).
-- PostgreSQL 15 or later; stop every process of the chat first, make a backup, then:
--   psql "$DATABASE_URL" --set ON_ERROR_STOP=1 --file deploy/postgres/partition-messages.sql
-- It takes room for a second copy of the table while it runs, and is carried out whole or not at all.
begin;

lock table messages in access exclusive mode;
alter table messages rename to messages_whole;
alter table messages_whole rename constraint messages_pkey to messages_whole_pkey;
alter table messages_whole rename constraint messages_reference_key to messages_whole_reference_key;
alter index messages_deleted rename to messages_whole_deleted;

create table messages (like messages_whole including defaults including constraints) partition by hash (chat_id);

do $$
declare
  divided name;
begin
  for remainder in 0..15 loop
    divided := format('messages_p%s', remainder);
    execute format('create table %I partition of messages for values with (modulus 16, remainder %s)', divided, remainder);
  end loop;
end
$$;

insert into messages select * from messages_whole;

-- Named by hand, since the server knows a repeated send by the name of the constraint that refuses it.
do $$
declare
  divided name;
begin
  for remainder in 0..15 loop
    divided := format('messages_p%s', remainder);
    execute format('alter table %I add constraint %I primary key (chat_id, seq)', divided, divided || '_pkey');
    execute format('alter table %I add constraint %I unique (chat_id, sender_id, reference_id)', divided, divided || '_reference_key');
  end loop;
end
$$;
alter table messages
  add constraint messages_pkey primary key (chat_id, seq),
  add constraint messages_reference_key unique (chat_id, sender_id, reference_id),
  add constraint messages_member_fkey foreign key (chat_id, sender_id) references chat_members (chat_id, user_id);

-- Unique across partitions only by how they are made: ids by the sequence, uuids by chance.
create index messages_id on messages (id);
create index messages_uuid on messages (uuid);
create index messages_deleted on messages (chat_id, seq) where deleted_at is not null;
-- Without it processes would go on giving what they keep of a chat after a message of it was edited.
create trigger messages_touch_chats after update on messages referencing new table as changed
  for each statement execute function touch_chats();

alter sequence messages_id_seq owned by messages.id;
drop table messages_whole;
commit;

analyze messages;
