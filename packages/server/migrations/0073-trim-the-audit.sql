-- Beside: 1.0.0
-- Entries are only ever added, but for the oldest, which AUDIT_DAYS removes: an entry under the chain's key says so.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('web_chat.trims_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'audit events are only ever added';
end
$$;
