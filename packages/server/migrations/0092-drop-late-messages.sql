-- Beside: 1.0.0
-- It was dropped since nobody served for an hour after its time; else its sender could not write there when it was due.
alter table scheduled_messages add column is_late boolean not null default false;
-- No more than 100 dropped ones of a person are kept.
delete from scheduled_messages s
using (
  select id, row_number() over (partition by sender_id order by dropped_at desc, send_at desc, id desc) as nth
  from scheduled_messages where dropped_at is not null
) dropped
where s.id = dropped.id and dropped.nth > 100;
