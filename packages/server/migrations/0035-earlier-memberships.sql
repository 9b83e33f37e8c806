-- The ranges of messages of a group's chat during which somebody was a member who has left since; empty for most.
alter table chat_members add column earlier int8multirange not null default '{}';
