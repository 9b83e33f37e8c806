-- The server processes that live: each says so every few seconds, by this clock.
create table processes (
  uuid uuid primary key,
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

-- Those with a live socket of his. In his own row, so that processes that tell of him at once wait for each other.
alter table users add column connected_to uuid[] not null default '{}';
