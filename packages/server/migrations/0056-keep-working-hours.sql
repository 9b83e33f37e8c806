-- Beside: 1.0.0
-- One row for the company, which has no office, and one for each office that has hours of its own.
create table working_hours (
  -- Another one after each change: hours in memory are known by it.
  version bigint generated always as identity primary key,
  office_id bigint unique nulls not distinct references offices on delete cascade,
  -- As they were sent.
  hours json not null
);

-- Who is notified outside their hours, too. Nobody else is told of it.
create table notified_outside_hours (
  user_id bigint primary key references users on delete cascade
);
