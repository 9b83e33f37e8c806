-- Beside: 1.0.0
-- The installation's keys of before, each encrypted under the present one for the part of the audit's chain that it made.
-- Of a key that was lost nothing is encrypted: nobody can prove that part any more.
create table earlier_keys (
  last_number bigint primary key,
  sealed bytea not null
);
