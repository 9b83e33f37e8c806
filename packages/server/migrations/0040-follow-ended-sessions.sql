-- So that a process finds the sessions that others have ended by reading the newest ends alone.
alter table ended_sessions add column session_id bigint;
