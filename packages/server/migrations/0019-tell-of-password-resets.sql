-- Who sets somebody else's password could sign in under that name: the person is told at their next sign-in. A device that was there
-- before the reset is told even when a newer one has been, since that may be the one of who reset it.
alter table users
  add column password_reset_by text collate "C",
  add column password_reset_at timestamptz,
  add column password_reset_told boolean not null default false;
alter table devices add column told_of_reset_at timestamptz;
