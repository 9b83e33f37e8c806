import { type Db, sql } from '../../db/database.ts';
import type { WaitingWork } from '../../jobs/heartbeat.ts';

/**
 * Writes that the process lives, unless that was written within `beatMs`, and finds what waits for any job: one statement,
 * so that an idle process asks nothing else. Each condition is what the job's own statement reads, without its rows.
 */
export const beat = (
  db: Db,
  processId: string,
  beatMs: number,
  silentMs: number,
): Promise<WaitingWork> =>
  db.one(sql`
    with beat as (
      update processes set seen_at = now()
      where uuid = ${processId} and seen_at < now() - ${beatMs} * interval '1 millisecond'
    )
    select
      exists (select from processes where uuid = ${processId}) as is_known,
      exists (
        select from processes where uuid <> ${processId} and seen_at < now() - ${silentMs} * interval '1 millisecond'
      ) as has_dead_processes,
      exists (select from ended_sessions where ended_at > now() - interval '10 seconds') as has_ended_sessions,
      exists (select from audit_unchained) as has_unchained,
      (select max(number) from audit_chain) as chained_to,
      coalesce((select max(number) from audit_chain), 0)
        > coalesce((select number from audit_file_progress), 0) as is_unappended,
      exists (
        select from sign_in_failures
        where began_at not between now() - interval '1 minute' and now() + interval '1 minute'
      ) as has_failures,
      exists (select from data_exports where status = 'WORKING') as has_exports,
      exists (
        select from data_exports
        where status = 'GONE' or status <> 'WORKING' and ended_at <= now() - interval '24 hours'
          or status = 'READY' and exists (
            select from unnest(hold_ids) as made_under where not exists (select from holds h where h.id = made_under)
          )
      ) as has_over_exports,
      exists (select from push_subscriptions) or exists (select from push_farewells) as has_subscriptions,
      exists (select from push_notifications where waiting is not null) as has_queued_pushes,
      exists (
        select from push_notifications
        where waiting is null and shown_id is null and leased_until is null and next_at < now() - interval '1 minute'
      ) as has_spent_pushes,
      exists (select from push_edits) or exists (select from visible_pages where is_lost) or exists (
        select from chats
        where last_message_hour >= date_trunc('hour', (now() - interval '5 minutes') at time zone 'UTC')
          and last_message_at > now() - interval '5 minutes'
      ) as has_news,
      exists (
        select from visible_pages
        where until < now() - interval '10 minutes'
          or until is null and process_uuid not in (select uuid from processes)
      ) as has_left_pages,
      exists (select from supervisions where expires_at <= now()) as has_over_reasons,
      exists (
        select from watches w where not exists (select from processes p where p.uuid = w.process_uuid)
      ) as has_lost_watches,
      exists (
        select from search_progress p
        where p.built_to > 0 or p.gaps <> '[]' or p.indexed_to < (select coalesce(max(id), 0) from messages)
      ) or (select -chat_id from search_blocks where is_stale order by -chat_id, -nth limit 1) is not null
        as has_unindexed`);
