-- Beside: 1.0.0
-- Since when nothing of the person, or of the group's content, is left.
alter table users add column erased_at timestamptz;
alter table groups add column erased_at timestamptz;

-- Erasures under way: a row goes with the end of its erasure. An interrupted one goes on at the next start.
create table erasures (
  id bigint generated always as identity primary key,
  user_id bigint unique references users,
  group_id bigint unique references groups,
  -- The person's messages go, too.
  messages boolean not null,
  -- Under which others may have mentioned the person.
  emails text[] not null default '{}',
  asked_by bigint references users,
  address text collate "C",
  check ((user_id is null) <> (group_id is null))
);
