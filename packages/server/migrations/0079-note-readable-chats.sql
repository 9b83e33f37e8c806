-- Beside: 1.0.0
-- The chats whose messages an administrator may have in a person's ZIP, as it was when they asked; null: all.
alter table data_exports add column chat_ids bigint[];
