-- Beside: 1.0.0
-- An administrator is a supervisor until another one takes it from them; of other people it says nothing.
alter table users add column supervisor boolean not null default true;
