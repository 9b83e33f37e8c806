-- `name_key` is the name as it is compared: same letters, whatever the case (lowered by the program, alike on every engine).

create table projects (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  name text not null,
  name_key text collate "C" not null,
  constraint projects_name_key unique (name_key)
);

create table offices (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  project_id bigint not null references projects (id),
  name text not null,
  name_key text collate "C" not null,
  constraint offices_name_key unique (project_id, name_key)
);

create table groups (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  office_id bigint references offices (id),
  name text not null,
  name_key text collate "C" not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create unique index groups_name_key on groups (coalesce(office_id, 0), name_key) where deleted_at is null;
create index groups_office_id on groups (office_id);

-- Who chats in a group.
create table group_participants (
  group_id bigint not null references groups (id),
  user_id bigint not null references users (id),
  joined_at timestamptz not null default now(),
  primary key (group_id, user_id)
);

create index group_participants_user_id on group_participants (user_id, group_id);

-- Who manages a group; says nothing about chatting in it.
create table group_permissions (
  user_id bigint not null references users (id),
  group_id bigint not null references groups (id),
  granted_at timestamptz not null default now(),
  primary key (user_id, group_id)
);

create index group_permissions_group_id on group_permissions (group_id);
