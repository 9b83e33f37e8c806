-- Beside: 1.0.0
-- Failures to sign in of the minute that began then, which the first one is on record of: how many others there were,
-- by what failed. Nobody, person 0, has an e-mail that is not known.
create table sign_in_failures (
  address text collate "C" not null,
  person_id bigint not null,
  began_at timestamptz not null default now(),
  passwords integer not null default 0,
  codes integer not null default 0,
  blocks integer not null default 0,
  devices integer not null default 0,
  primary key (address, person_id)
);

-- The settings of the last start, by which the next one knows what has changed; of a secret its HMAC under the
-- installation's key. The row without a name says that there was a start.
create table known_settings (
  name text collate "C" primary key,
  value text not null
);
