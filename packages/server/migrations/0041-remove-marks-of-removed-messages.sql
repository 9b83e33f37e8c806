-- The ways of marks over messages that were removed by age, and notes of deletions of such, were left behind until now.
create temporary table beginnings on commit drop as
select c.id as chat_id, coalesce(first.seq, c.last_seq + 1) - 1 as removed_to
from chats c left join lateral (
    select m.seq from messages m where m.chat_id = c.id order by m.seq limit 1
  ) first on true
where c.last_seq > 0 and first.seq is distinct from 1;
delete from mark_advances a using beginnings b where a.chat_id = b.chat_id and a.up_to_seq <= b.removed_to;
delete from unseen_deletions d using beginnings b where d.chat_id = b.chat_id and d.seq <= b.removed_to;
