-- No process of a version without a name runs any more: this version waits until the last one has ended. What was kept for
-- them goes, and what they may have left wrong is put right.
alter table users
  drop column connection_status,
  drop column connections,
  drop column first_device_at;

-- They wrote entries of the index that stand in no block: the next start reads all messages anew.
update search_progress set version = 0 where exists (select from search_messages where block = -1);
drop index search_messages_apart;
alter table search_messages alter block drop default;

-- They did not count what is unread in direct chats.
insert into direct_unread (user_id, group_id, messages)
select m.user_id, c.group_id, sum(c.last_seq - m.seen_seq)
from chats c join chat_members m on m.chat_id = c.id
where c.kind = 'DIRECT'
group by m.user_id, c.group_id
on conflict (user_id, group_id) do update set messages = excluded.messages
where direct_unread.messages <> excluded.messages;

insert into unseen_deletions (user_id, chat_id, seq)
select m.user_id, d.chat_id, d.seq
from messages d
  join chats c on c.id = d.chat_id and c.kind = 'DIRECT' and c.deleted_count > 0
  join chat_members m on m.chat_id = d.chat_id and m.seen_seq < d.seq
where d.deleted_at is not null
on conflict do nothing;
