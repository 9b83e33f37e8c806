-- Beside: 1.0.0
-- A person without a password comes in by an invitation or by the company's own sign-in. An older version refuses their
-- guesses with an error of its own.
alter table users alter column password_hash drop not null;

-- The one link by which a person may set their password; its token is hashed.
create table invitations (
  user_id bigint primary key references users,
  token_hash bytea not null unique,
  -- Whom the person is told of at their next sign-in; nobody for the command line.
  created_by bigint references users,
  expires_at timestamptz not null
);
