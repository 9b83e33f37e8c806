-- What is kept of a page or a list of chats is right while the rows of its chats are the same (docs/decisions/0017). A message
-- that is changed therefore counts as a change of its chat, whoever changes it: a process of an older version, too, or a hand.
-- Edits and deletions hold the row of the chat already; a send only adds messages, and pays nothing.
create function touch_chats() returns trigger language plpgsql as $$
begin
  update chats set last_seq = last_seq where id in (select chat_id from changed);
  return null;
end
$$;

create trigger messages_touch_chats after update on messages referencing new table as changed
  for each statement execute function touch_chats();
