-- Beside: 1.0.0
-- Messages that were not pushed because of their person's hours, noted in the commit that decides so, until a summary
-- tells how many there are: one row a person and chat, however many messages came.
create table push_withheld (
  user_id bigint not null references users on delete cascade,
  chat_id bigint not null,
  -- Counted by a summary that is on its way. Where its person is outside their hours by then, it waits with the others.
  is_going boolean not null default false,
  seqs int8multirange not null,
  noted_at timestamptz not null default now(),
  primary key (user_id, chat_id, is_going)
) with (fillfactor = 70);
-- No release has used it: where people stood in their hours need not be known any more.
drop table push_hours;
