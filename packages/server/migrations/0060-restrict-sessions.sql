-- Beside: 1.0.0
-- How each session began, for its user to know it by. An older version beside names none of this.
alter table sessions
  add column uuid uuid not null default gen_random_uuid(),
  add column address text collate "C",
  add column device_name text,
  add column method text collate "C" not null default 'PASSWORD' check (method in ('PASSWORD', 'COMPANY'));
create unique index sessions_uuid on sessions (uuid);

-- Somebody else has set the password, and FIRST_PASSWORD asked for another one then.
alter table users add column password_must_change boolean not null default false;
