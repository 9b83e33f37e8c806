-- What has come after a person's seen marks in all his direct chats of a group, deleted or not: the list of his groups need not go through
-- hundreds of chats. Kept by the statements that write how far a chat or a mark goes.
create table direct_unread (
  user_id bigint not null references users (id),
  group_id bigint not null references groups (id),
  messages bigint not null default 0,
  primary key (user_id, group_id)
) with (fillfactor = 50);

insert into direct_unread (user_id, group_id, messages)
select m.user_id, c.group_id, sum(c.last_seq - m.seen_seq)
from chats c join chat_members m on m.chat_id = c.id
where c.kind = 'DIRECT'
group by m.user_id, c.group_id;

-- Which of them do not count, since they were deleted before he saw them. What he has passed since may still stand here.
create table unseen_deletions (
  user_id bigint not null,
  chat_id bigint not null,
  seq bigint not null,
  primary key (user_id, chat_id, seq),
  foreign key (chat_id, user_id) references chat_members (chat_id, user_id)
);

insert into unseen_deletions (user_id, chat_id, seq)
select m.user_id, d.chat_id, d.seq
from messages d
  join chats c on c.id = d.chat_id and c.kind = 'DIRECT'
  join chat_members m on m.chat_id = d.chat_id and m.seen_seq < d.seq
where d.deleted_at is not null;

create unique index chats_of_groups on chats (group_id) where kind = 'GROUP';
