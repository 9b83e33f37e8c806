-- The audit holds whatever an administrator reads of others and does to their rights. E-mails and names stand as they were then:
-- renaming somebody later must not change who the audit says acted.
alter table audit_events disable trigger user;

alter table audit_events
  drop constraint audit_events_action_check,
  alter column actor_id drop not null,
  alter column chat_id drop not null,
  -- Null for both: the command line of the machine.
  add column actor_email text collate "C",
  -- Whom it was done to.
  add column target_id bigint references users (id),
  add column target_email text collate "C",
  add column group_id bigint references groups (id),
  add column group_name text,
  add column member_emails text[] not null default '{}',
  add column message_sender_email text collate "C",
  -- The numbers of the messages that were read.
  add column from_seq bigint,
  add column to_seq bigint,
  -- The name of a file, an e-mail before its change.
  add column detail text;

update audit_events e set
  actor_email = a.email,
  group_id = g.id,
  group_name = g.name,
  member_emails = array_remove(array[low.email, high.email], null),
  message_sender_email = (select s.email from users s where s.id = e.message_sender_id)
from users a, chats c
  left join groups g on g.id = c.group_id
  left join users low on low.id = c.low_user_id
  left join users high on high.id = c.high_user_id
where a.id = e.actor_id and c.id = e.chat_id;

alter table audit_events enable trigger user;

drop index audit_events_readings;
create index audit_events_actor on audit_events (actor_id, action, happened_at);
create index audit_events_target on audit_events (target_id, id) where target_id is not null;
