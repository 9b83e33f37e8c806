-- A search reads what belongs to the chats of who searches, and nothing else: what it costs says nothing of other people's words.
-- Every 32 messages of a chat are a block. Its bits tell which words, parts of words and pairs of words may be in it.
create table search_blocks (
  chat_id bigint not null,
  -- Messages of the chat by their numbers, 32 by 32.
  nth bigint not null,
  -- When the first and the last of them were sent, at most.
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- A filter as of Bloom. Null where a block has no bits: it is read whenever it is asked.
  bits bytea,
  -- How many they are.
  size integer generated always as (octet_length(bits) * 8) stored,
  -- Text was taken away, or has become more than the bits have room for: they are made anew, and until then not asked.
  is_stale boolean not null default false,
  primary key (chat_id, nth)
);
-- They stand in the row itself, as they are.
alter table search_blocks alter bits set storage plain, alter bits set statistics 0;
create index search_blocks_in_chat on search_blocks (chat_id, last_at);
-- In an order that no other index has: who asks for the first one in it is never led through all blocks.
create index search_blocks_stale on search_blocks ((-chat_id), (-nth)) where is_stale;

-- The block of the message; -1 where a process of an older version has written the row, null where it was there before.
alter table search_messages add column block bigint;
alter table search_messages alter block set default -1;
create index search_messages_in_block on search_messages (chat_id, block) where block >= 0;
create index search_messages_apart on search_messages ((-message_id)) where block = -1;

-- What was read of everybody's messages.
drop index search_messages_forms;
drop index search_messages_unmarked;
drop index search_words_parts;
drop table search_words, search_lost_words;
