-- What a message may carry besides: when it was edited, that it was forwarded; of its file, how long it sounds and how loud.
-- Processes of the version before write none of them: their messages are neither edited nor forwarded.
alter table messages add column edited_at timestamptz, add column forwarded boolean not null default false;
alter table files add column duration_ms integer, add column waveform smallint[];
