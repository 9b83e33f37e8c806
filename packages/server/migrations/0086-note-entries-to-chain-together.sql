-- Beside: 1.0.0
-- Once a statement rather than once an entry: an import records tens of thousands in one transaction.
create or replace function note_unchained() returns trigger language plpgsql as $$
begin
  insert into audit_unchained (first_id, last_id) select id, id from added;
  return null;
end
$$;
drop trigger audit_events_unchained on audit_events;
create trigger audit_events_unchained after insert on audit_events
  referencing new table as added for each statement execute function note_unchained();

create or replace function note_chained() returns trigger language plpgsql as $$
begin
  delete from audit_unchained u using added a where u.first_id = a.event_id and u.last_id = a.event_id;
  return null;
end
$$;
drop trigger audit_chain_chained on audit_chain;
create trigger audit_chain_chained after insert on audit_chain
  referencing new table as added for each statement execute function note_chained();
