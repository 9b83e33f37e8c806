import { type Db, fixed, type Settings, sql } from '../../db/database.ts';
import { LOOKED, type Looked, type Looking, lookedInto } from './looked.ts';
import { ALWAYS, isWatchable, type Span, within } from './reading.ts';

export const ALONG_AN_ORDER: Settings = { ...ALWAYS, enable_bitmapscan: 'off' };

/** The newest of all messages that an administrator may read. Call in a transaction with `ALONG_AN_ORDER`. */
export const walkNewest = (tx: Db, span: Span, looking: Looking): Promise<Looked> =>
  tx.one(sql`
    with near as materialized (
      select s.created_at, s.message_id, ${isWatchable} as is_own from search_messages s
      where ${within(span)} order by s.created_at desc, s.message_id desc limit ${fixed(looking.rows)}
    ), ${lookedInto(looking)}
    select ${LOOKED(looking)} from (select) as always left join horizon on true`);

/** The newest of the chats, in a span of time that holds few. Call in a transaction with `ALONG_AN_ORDER`. */
export const walkChats = (
  tx: Db,
  chatIds: number[],
  span: Span,
  looking: Looking,
): Promise<Looked> =>
  tx.one(sql`
    with near as materialized (
      select s.created_at, s.message_id, true as is_own
      from unnest(${chatIds}::bigint[]) as chat (id) cross join lateral (
        select s.created_at, s.message_id from search_messages s
        where s.chat_id = chat.id and ${within(span)}
        order by s.created_at desc, s.message_id desc limit ${fixed(looking.rows)}
      ) s
    ), ${lookedInto(looking)}
    select ${LOOKED(looking)} from (select) as always left join horizon on true`);
