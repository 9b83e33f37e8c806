-- Parts of words are found by their trigrams. The extension may stand in any schema, and who owns the database may make it
-- (it is a trusted one) unless the right to create in the database was taken from them.
create extension if not exists pg_trgm;

-- Where to look for words. What a message says, and who may read it, is asked when somebody searches; a row follows its message
-- within a second. Without foreign keys, which would lock each message and its chat.
create table search_messages (
  message_id bigint primary key,
  chat_id bigint not null,
  created_at timestamptz not null,
  -- Its words as they are compared, with one blank between them and at both ends.
  words text collate "C" not null,
  -- The forms of each word at its place, and marks of what the message is: '#c7' its chat, '#s3' its sender, '#tTEXT', '#klink'.
  forms tsvector not null
);
create index search_messages_in_chat on search_messages (chat_id, created_at desc, message_id desc);
create index search_messages_newest on search_messages (created_at desc, message_id desc) include (chat_id);
-- What waits to be sorted into them is sorted often, so that nobody waits long for it.
create index search_messages_forms on search_messages using gin (forms) with (gin_pending_list_limit = 512);

-- Every word that stands in `words`, once: the words that hold a part are few, and their forms lead to the messages. One may
-- outlive its last message.
create table search_words (
  word text collate "C" primary key
);
-- The class of operators stands where the extension does.
do $$
begin
  execute format(
    'create index search_words_parts on search_words using gin (word %I.gin_trgm_ops) with (gin_pending_list_limit = 512)',
    (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm')
  );
end
$$;
-- Plans must be the same on a table that nobody has analysed yet; and to count the words of all messages takes long.
alter table search_messages alter words set statistics 0, alter forms set statistics 0;
alter table search_words alter word set statistics 0;

-- How far the messages have been read for the index. One row at most.
create table search_progress (
  is_only boolean primary key default true check (is_only),
  -- The rules for words by which the rows were made.
  version integer not null,
  -- New messages are read upwards, up to this id by now.
  indexed_to bigint not null,
  -- Ids up to it that were not to be seen: [{"first", "last", "until"}], until every transaction before that one has ended.
  gaps jsonb not null default '[]',
  -- Those that were there before are read downwards: from the one id, up to the other one by now, once every transaction before
  -- the third has ended.
  built_from bigint not null,
  built_to bigint not null,
  build_after bigint not null
) with (fillfactor = 50);
