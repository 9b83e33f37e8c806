-- Beside: 1.0.0
-- ZIPs of a person's data and of conversations, each for who asked for it.
create table data_exports (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  -- OWN: the asker's own data; PERSON: somebody's, for an administrator.
  kind text not null check (kind in ('OWN', 'PERSON', 'CHAT')),
  asked_by bigint not null references users,
  user_id bigint references users,
  chat_id bigint references chats,
  -- GONE: out of sight; the file and then the row are removed.
  status text not null default 'WORKING' check (status in ('WORKING', 'READY', 'FAILED', 'GONE')),
  created_at timestamptz not null default now(),
  -- The process that makes it. Another one goes on once that one has ended.
  taken_by uuid,
  tries int not null default 0,
  -- Under these names the store has the ZIP, or what a broken try has left; the last one counts.
  file_uuids uuid[] not null default '{}',
  size bigint,
  ended_at timestamptz,
  fetched_at timestamptz,
  check ((kind = 'CHAT') = (user_id is null) and (kind = 'CHAT') = (chat_id is not null))
);
create unique index data_exports_working
  on data_exports (asked_by, kind, coalesce(user_id, 0), coalesce(chat_id, 0)) where status = 'WORKING';
create index data_exports_asked_by on data_exports (asked_by, id);
