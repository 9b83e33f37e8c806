-- What is removed for good by its age is removed only while the clock is believed. One row at most.
create table clock (
  is_only boolean primary key default true check (is_only),
  -- The last time that was believed.
  trusted_at timestamptz,
  -- What the clock said when it was last looked at.
  looked_at timestamptz,
  -- Since when it is not believed, by itself.
  doubted_since timestamptz,
  -- For how long it has gone steadily since then.
  steady_ms bigint not null default 0
);

-- What goes by its age in a day, and what is held back of it. One row at most.
create table retention (
  is_only boolean primary key default true check (is_only),
  day_began_at timestamptz,
  allowed bigint not null default 0,
  removed bigint not null default 0,
  held_by text collate "C" check (held_by in ('CLOCK', 'LIMIT')),
  held_messages bigint not null default 0,
  held_since timestamptz
);
