-- The hash of what a session's cookie for files holds; the cookie opens nothing else.
alter table sessions add column file_key_hash bytea unique;
