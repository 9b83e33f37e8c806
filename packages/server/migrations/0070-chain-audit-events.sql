-- Beside: 1.0.0
-- Where the caller was; null for the command line of the machine.
alter table audit_events add column address text collate "C";

-- The chain in its own order: entries are chained after their commit, and commits need not come in the order of ids.
create table audit_chain (
  number bigint primary key,
  event_id bigint not null unique references audit_events,
  previous_hash bytea not null,
  hash bytea not null
);

-- The entries that have yet to be chained, by ranges of their ids.
create table audit_unchained (
  first_id bigint primary key,
  last_id bigint not null
);

-- All entries from before.
insert into audit_unchained select min(id), max(id) from audit_events having max(id) is not null;

create function note_unchained() returns trigger language plpgsql as $$
begin
  insert into audit_unchained (first_id, last_id) values (new.id, new.id);
  return null;
end
$$;
create trigger audit_events_unchained after insert on audit_events
  for each row execute function note_unchained();

create function note_chained() returns trigger language plpgsql as $$
begin
  delete from audit_unchained where first_id = new.event_id and last_id = new.event_id;
  return null;
end
$$;
create trigger audit_chain_chained after insert on audit_chain
  for each row execute function note_chained();

create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_audit_change();
create trigger audit_chain_keep before truncate on audit_chain
  for each statement execute function refuse_audit_change();

-- Where the watching administrator is; unknown of a watch that began under an older version.
alter table watches add column address text collate "C";
