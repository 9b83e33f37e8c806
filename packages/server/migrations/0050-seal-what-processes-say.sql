-- What the processes of an installation say to each other through Redis is sealed with keys that are derived from this
-- secret. The process that starts first makes it.
create table process_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null check (length(secret) = 32)
);
