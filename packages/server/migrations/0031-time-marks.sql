-- When members' marks passed messages: one row for each movement, whatever the number of messages.
create table mark_advances (
  chat_id bigint not null,
  user_id bigint not null,
  -- SEEN is delivered too.
  kind text not null check (kind in ('DELIVERED', 'SEEN')),
  -- After this message, up to that one.
  from_seq bigint not null,
  up_to_seq bigint not null,
  at timestamptz not null,
  primary key (chat_id, user_id, kind, up_to_seq)
);
-- Rows come in the order of their time, so a range of pages is all that must be remembered of it.
create index mark_advances_at_idx on mark_advances using brin (at) with (pages_per_range = 32);

-- Up to when the rows of an hour have been made one for each member of each chat.
create table mark_advances_folding (
  only_one boolean primary key default true check (only_one),
  folded_until timestamptz not null
);

-- Up to where a member has written: whose messages a mark may have passed is known without looking through them.
alter table chat_members add column last_sent_seq bigint not null default 0;
