-- Texts that are compared or sorted are collated "C", so that the embedded engine and a server agree on every order.

create table users (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  email text collate "C" not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  is_admin boolean not null default false,
  connection_status text not null default 'OFFLINE'
    check (connection_status in ('ONLINE', 'OFFLINE', 'DISCONNECTED')),
  created_at timestamptz not null default now(),
  blocked_at timestamptz,
  deleted_at timestamptz
) with (fillfactor = 90);

-- A deleted user keeps his address on his messages; somebody else may be registered with it.
create unique index users_email_key on users (email) where deleted_at is null;

create table devices (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  user_id bigint not null references users (id),
  -- Identical office machines may compute the same identifier: a device is one of a user, never of the company.
  identifier_hash bytea not null,
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  unique (user_id, identifier_hash)
);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  device_id bigint not null references devices (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
) with (fillfactor = 90);

create index sessions_user_id on sessions (user_id);
create index sessions_device_id on sessions (device_id);
