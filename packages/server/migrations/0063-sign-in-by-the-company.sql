-- Beside: 1.0.0
-- Accounts of the company's provider, and whose they are here. A deleted person's stay theirs.
create table company_accounts (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id bigint not null references users,
  bound_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- A person has one account of each issuer.
  unique (user_id, issuer)
);

-- Company sign-ins that were begun. The secret itself is in the browser's cookie alone.
create table sign_in_attempts (
  secret_hash bytea primary key,
  -- The device that began it.
  identifier_hash bytea not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_expires_at on sign_in_attempts (expires_at);
