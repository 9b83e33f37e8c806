-- `name_look` is the name as it looks, whatever letters it is made of (worked out by the program, at its start for rows that lack it).
-- Of older rows that look alike the first one holds the look and the others none: all stay, and no more of them come.
alter table projects add column name_look text collate "C";
alter table offices add column name_look text collate "C";
alter table groups add column name_look text collate "C";

alter table projects add constraint projects_name_look unique (name_look);
alter table offices add constraint offices_name_look unique (project_id, name_look);
create unique index groups_name_look on groups (coalesce(office_id, 0), name_look) where deleted_at is null;
