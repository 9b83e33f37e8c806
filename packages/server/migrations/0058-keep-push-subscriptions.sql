-- Beside: 1.0.0
-- The installation's VAPID keys, made once: browsers subscribe to them.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text collate "C" not null,
  private_key text collate "C" not null
);

-- Where the browser of a session takes pushes; gone with the session.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references sessions on delete cascade,
  user_id bigint not null references users,
  endpoint text collate "C" not null unique,
  -- Of the endpoint, with its port: one push service.
  host text collate "C" not null,
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  tested_at timestamptz
);
create index push_subscriptions_user_id on push_subscriptions (user_id);

-- Browsers that are yet to be told that their session has lapsed.
create table push_farewells (
  endpoint text collate "C" primary key,
  host text collate "C" not null,
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  user_id bigint not null references users,
  lapsed_at timestamptz not null default clock_timestamp(),
  next_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0
);

-- The statement that removes a session stores its end, too.
create function keep_farewell() returns trigger language plpgsql as $$
begin
  insert into push_farewells (endpoint, host, p256dh, auth, user_id)
  select old.endpoint, old.host, old.p256dh, old.auth, old.user_id
  from ended_sessions
  where ended_at > clock_timestamp() - interval '1 minute' and session_id = old.session_id and reason = 'expired'
  on conflict (endpoint) do nothing;
  return null;
end
$$;
create trigger push_subscriptions_lapse after delete on push_subscriptions
  for each row execute function keep_farewell();
