-- Beside: 1.0.0
-- Pages of the audit, newest first: of everything, of an action, and of a person as who acted and as whom it was done
-- to, each narrowed by time. Built in the step, for until now only administrators' acts were entries, and the steps
-- from 0070 on lock the table for their triggers anyway.
create index audit_events_time on audit_events (happened_at, id);
create index audit_events_action_time on audit_events (action, happened_at, id);
create index audit_events_actor_time on audit_events (actor_id, happened_at, id) where actor_id is not null;
drop index audit_events_target;
create index audit_events_target_time on audit_events (target_id, happened_at, id) where target_id is not null;
