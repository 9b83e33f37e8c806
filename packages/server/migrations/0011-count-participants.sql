-- How many take part in the group: rows of group_participants are written by statements that count them here, in the group's
-- own row, which they lock first.
alter table groups add column participants_count integer not null default 0;

update groups g set participants_count = of_group.participants
from (select group_id, count(*)::integer as participants from group_participants group by group_id) of_group
where of_group.group_id = g.id;
