-- Beside: 1.0.0
-- The holds under which a conversation's ZIP was made: with any of them ends the right to what it has.
alter table data_exports add column hold_ids bigint[] not null default '{}';
