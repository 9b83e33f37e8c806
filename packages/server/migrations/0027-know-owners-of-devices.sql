-- Who has ever had a device, even if it is there no more: only the first administrator's first device ever may come in by itself. The row is
-- locked while a device of the user is recorded.
create table device_owners (
  user_id bigint primary key references users (id),
  first_device_at timestamptz not null default now()
);

-- For processes of the version before users.first_device_at stays until a later version.
insert into device_owners (user_id, first_device_at)
select id, first_device_at
from users
where first_device_at is not null;
