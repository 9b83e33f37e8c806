-- Beside: 1.0.0
-- How a chat notifies each of its members: 'all', 'mentions' or 'none', until then or for ever. Once it has passed, it is 'all'.
alter table chat_members
  add column notify_mode text not null default 'all',
  add column notify_until timestamptz;
