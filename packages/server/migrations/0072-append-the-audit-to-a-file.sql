-- Beside: 1.0.0
-- The last entry of the chain that stands in AUDIT_FILE; no row before the first.
create table audit_file_progress (
  is_only boolean primary key default true check (is_only),
  number bigint not null
);
