-- Where people are connected, apart from who they are: presence alone writes it. Who has never been connected has no row, and is OFFLINE.
create table user_connections (
  user_id bigint primary key references users (id),
  status text not null check (status in ('ONLINE', 'OFFLINE', 'DISCONNECTED')),
  -- By which session to which process, as '<process>:<session>'. In one row, so that processes that write at once wait for each other.
  connections text[] not null default '{}'
) with (fillfactor = 50);

-- A process of the version before writes on in users, where nobody looks any more: its people are ONLINE again once they come to a newer one.
-- For its sake users.connection_status and users.connections stay until a later version.
insert into user_connections (user_id, status)
select id, case connection_status when 'ONLINE' then 'DISCONNECTED' else connection_status end
from users
where connection_status <> 'OFFLINE';
