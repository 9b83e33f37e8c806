-- Who says something in a chat is or was its member. The send holds that row already, so that one cheap check stands for those of the
-- chat and of the user, which locked the sender's own row for each message. Where messages are divided, PostgreSQL has numbered the names.
alter table messages
  drop constraint if exists messages_chat_id_fkey,
  drop constraint if exists messages_chat_id_fkey1,
  drop constraint if exists messages_sender_id_fkey,
  drop constraint if exists messages_sender_id_fkey1,
  add constraint messages_member_fkey foreign key (chat_id, sender_id) references chat_members (chat_id, user_id);
