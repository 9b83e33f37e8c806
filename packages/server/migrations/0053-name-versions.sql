-- Versions have names from 1.0.0 on. What has none here is of before.
alter table schema_migrations
  -- The version that brought it.
  add column version text,
  -- The oldest version that may serve on data that have it.
  add column beside text;
alter table processes add column version text;
