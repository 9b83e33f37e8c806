-- Only the first administrator's first device ever may come in by itself, so that there was one outlives the device.
alter table users add column first_device_at timestamptz;

update users set first_device_at = created_at
where exists (select from devices where devices.user_id = users.id);
