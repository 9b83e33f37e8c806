-- What administrators did with other people's conversations. Rows are only ever added.
create table audit_events (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_id bigint not null references users (id),
  action text not null check (action in ('CHAT_READ', 'MESSAGE_DELETED')),
  chat_id bigint not null references chats (id),
  -- Of the message: its row may go one day, what was done to it stays known.
  message_uuid uuid,
  message_sender_id bigint references users (id)
);

create index audit_events_readings on audit_events (chat_id, actor_id, happened_at) where action = 'CHAT_READ';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are only ever added';
end
$$;

create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events_keep before truncate on audit_events
  for each statement execute function refuse_audit_change();
