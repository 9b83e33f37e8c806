-- Beside: 1.0.0
-- What waits to be pushed to a browser about a chat, and what was pushed there last: one row for both, so that of several
-- that wait the newest goes. The summary of unread messages is about no chat, which is chat 0.
create table push_notifications (
  subscription_id bigint not null references push_subscriptions on delete cascade,
  chat_id bigint not null,
  waiting text check (waiting in ('MESSAGE', 'WITHDRAW', 'SUMMARY')),
  -- The message; of a summary how many messages in how many chats.
  waiting_id bigint,
  waiting_seq bigint,
  waiting_since timestamptz,
  is_loud boolean not null default false,
  -- Raised whenever something else waits.
  version bigint not null default 1,
  next_at timestamptz not null default now(),
  -- A process hands it over; after that time another one may.
  leased_until timestamptz,
  tries integer not null default 0,
  shown_id bigint,
  shown_seq bigint,
  primary key (subscription_id, chat_id)
) with (fillfactor = 70);
create index push_notifications_waiting on push_notifications (next_at) where waiting is not null;
create index push_notifications_shown on push_notifications (chat_id) where shown_id is not null;

-- Up to which message it has been said whom each chat's are pushed to.
create table push_progress (
  chat_id bigint primary key,
  planned_seq bigint not null,
  planned_at timestamptz not null default now()
) with (fillfactor = 70);
create index push_progress_planned_at on push_progress (planned_at);

-- Edits that have yet to be followed, each with the people whom it mentions newly.
create table push_edits (
  message_id bigint primary key,
  chat_id bigint not null,
  mentioned_user_ids bigint[] not null,
  edited_at timestamptz not null
);

-- Where each subscribed person stood in their hours when that was last looked at.
create table push_hours (
  user_id bigint primary key references users on delete cascade,
  is_inside boolean not null,
  changes_at timestamptz,
  outside_since timestamptz
);

-- Who looks at a page, by the processes that have their sockets.
create table visible_pages (
  process_uuid uuid not null,
  user_id bigint not null,
  since timestamptz not null,
  until timestamptz,
  -- The last visible socket did not say that it was hidden.
  is_lost boolean not null default false,
  primary key (process_uuid, user_id)
) with (fillfactor = 70);
create index visible_pages_user_id on visible_pages (user_id);
