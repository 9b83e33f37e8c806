-- A process without Redis has the database to itself: of two processes that are not joined only one may serve. A process of the version
-- before does not say what it is.
alter table processes
  add column is_joined boolean not null default true,
  -- It is draining: who waits for its place need not wait in vain.
  add column is_leaving boolean not null default false;
