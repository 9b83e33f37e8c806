-- Beside: 1.0.0
-- Versions of the privacy notice, kept word for word.
create table notices (
  version int primary key check (version > 0),
  text text not null,
  published_at timestamptz not null default now(),
  published_by bigint not null references users
);

create function refuse_notice_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of the privacy notice are only ever added';
end
$$;

create trigger notices_append_only before update or delete on notices
  for each row execute function refuse_notice_change();
create trigger notices_keep before truncate on notices
  for each statement execute function refuse_notice_change();

-- The version that everybody must confirm; no row: none.
create table present_notice (
  is_only boolean primary key default true check (is_only),
  version int not null references notices
);

create table notice_acceptances (
  user_id bigint not null references users,
  version int not null references notices,
  -- As exact as a program reads it, which goes on from there.
  accepted_at timestamptz(3) not null default now(),
  primary key (user_id, version)
);
create index notice_acceptances_newest on notice_acceptances (accepted_at, user_id);

-- The version that the person confirmed last; every session reads the number with its person.
alter table users add column notice_version int;
