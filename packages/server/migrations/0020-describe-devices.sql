-- Who approves a device must see which one it is: its browser and system, where it called from, and a code that the person who waits
-- sees as well. Devices that were there before have none until they sign in again.
alter table devices
  add column name text,
  add column address text collate "C",
  add column code text collate "C";
