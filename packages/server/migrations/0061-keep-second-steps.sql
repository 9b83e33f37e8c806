-- Beside: 1.0.0
-- By which each process knows that its key is the installation's; the key itself stands in no database.
create table installation_key (
  is_only boolean primary key default true check (is_only),
  check_value bytea not null
);

-- Sign-ins lock this row: none that was checked without a second step begins a session once there is one.
alter table users add column has_second_step boolean not null default false;

-- A person's authenticator. Secrets are encrypted under the installation's key.
create table two_steps (
  user_id bigint primary key references users,
  -- Null where it was never confirmed, and after a removal.
  secret bytea,
  -- The 30 s, counted from 1970, of the last code that was taken: none of them or before is taken again.
  last_step bigint,
  -- A set-up that was begun and not confirmed.
  pending_secret bytea,
  pending_at timestamptz,
  -- Somebody else removed it, and the person has yet to be told; no e-mail for the command line.
  removed_by text,
  removed_at timestamptz
);

-- Hashes of the codes that are left.
create table recovery_codes (
  user_id bigint not null references users,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
