-- For a while, so that whoever comes back with an ended session is told why. Only the hash of its token names it.
create table ended_sessions (
  token_hash bytea primary key,
  reason text collate "C" not null,
  ended_at timestamptz not null
);
create index ended_sessions_ended_at on ended_sessions (ended_at);
