-- By which session somebody is connected to which process, as '<process>:<session>': a logout takes away its own connections
-- alone, wherever their sockets are. In the user's own row, so that processes that tell of them at once wait for each other.
alter table users add column connections text[] not null default '{}';

-- A process of the version before does not say by which session.
update users
set connections = array(select uuid || ':0' from unnest(connected_to) as uuid)
where connected_to <> '{}';

alter table users drop column connected_to;
