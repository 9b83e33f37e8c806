-- How much each person has stored lately, by quarters of an hour: DAILY_MB holds over restarts and for all processes together.
-- A send only adds to what its process has in memory, which is written here once a second.
create table daily_amounts (
  user_id bigint not null references users on delete cascade,
  quarter timestamptz not null,
  bytes bigint not null,
  primary key (user_id, quarter)
);

create index daily_amounts_quarter_idx on daily_amounts (quarter);
