create table chats (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  kind text not null check (kind in ('GROUP', 'DIRECT', 'PERSONAL')),
  -- The chat's identity before it exists: its group; its group and two users; its owner.
  hash text collate "C" not null unique,
  group_id bigint references groups (id),
  -- The two of a direct chat, lower id first; the owner alone of a personal one.
  low_user_id bigint references users (id),
  high_user_id bigint references users (id),
  last_seq bigint not null default 0,
  -- Up to here every present member has got and seen everything: a message's status is one comparison.
  delivered_seq bigint not null default 0,
  seen_seq bigint not null default 0,
  last_message_id bigint,
  last_message_at timestamptz,
  deleted_count bigint not null default 0,
  created_at timestamptz not null default now(),
  check ((kind = 'PERSONAL') = (group_id is null))
) with (fillfactor = 70);

create index chats_group_id on chats (group_id);
create index chats_latest on chats (last_message_at desc, id desc) where last_message_id is not null and kind <> 'PERSONAL';

-- Receipts are two marks for each member, not a row for each message.
create table chat_members (
  chat_id bigint not null references chats (id),
  user_id bigint not null references users (id),
  delivered_seq bigint not null default 0,
  seen_seq bigint not null default 0,
  joined_seq bigint not null default 0,
  left_at timestamptz,
  primary key (chat_id, user_id)
) with (fillfactor = 70);

create index chat_members_user_id on chat_members (user_id, chat_id);

create sequence messages_id_seq as bigint;

create table messages (
  chat_id bigint not null references chats (id),
  seq bigint not null,
  id bigint not null default nextval('messages_id_seq'),
  uuid uuid not null,
  sender_id bigint not null references users (id),
  reference_id text collate "C",
  type text not null check (type in ('TEXT', 'IMAGE', 'VIDEO', 'FILE')),
  content text not null,
  reply_to_id bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (chat_id, seq),
  constraint messages_id_key unique (id),
  constraint messages_uuid_key unique (uuid),
  constraint messages_reference_key unique (chat_id, sender_id, reference_id)
);

alter sequence messages_id_seq owned by messages.id;

-- What is deleted is subtracted from what is unread; there is little of it.
create index messages_deleted on messages (chat_id, seq) where deleted_at is not null;
