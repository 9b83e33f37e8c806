-- Who is blocked is waited for by no message of a group: asked with every writing of receipts, and few.
create index users_blocked on users (id) where blocked_at is not null;
