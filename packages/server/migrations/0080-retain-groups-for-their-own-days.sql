-- Beside: 1.0.0
-- The days after which messages of the group's chats are removed; null: those of the setting.
alter table groups add column retention_days double precision
  check (retention_days > 0 and retention_days <= 36500);
