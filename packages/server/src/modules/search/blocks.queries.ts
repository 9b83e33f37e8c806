import { type Db, fixed, type Settings, type Sql, sql } from '../../db/database.ts';
import { LOOKED, type Looked, type Looking, lookedInto, ofChats } from './looked.ts';
import { ALWAYS, type ChatIds, type Span, within } from './reading.ts';

export const BY_BLOCKS: Settings = { ...ALWAYS, enable_bitmapscan: 'off' };

export interface LookedUp extends Looked {
  /** Blocks whose bits were asked, and those that may hold what is sought: where they are more than `blocks`, none was read. */
  seen: number;
  led: number;
}

/** What stands in the blocks of the chats of that time that may hold what is sought. Call in a transaction with `BY_BLOCKS`. */
export const lookIntoBlocks = (
  tx: Db,
  mayHold: Sql,
  chatIds: ChatIds,
  span: Span,
  { blocks, ...looking }: Looking & { blocks: number },
): Promise<LookedUp> =>
  tx.one(sql`
    with seen as materialized (
      select b.chat_id, b.nth, ${mayHold} as leads
      from ${ofChats(chatIds)} cross join lateral (
        select * from search_blocks b
        where b.chat_id = chat.id and b.last_at >= ${span.since}::timestamptz and b.first_at <= ${span.before.at}::timestamptz
        offset 0
      ) b
    ), led as materialized (
      select chat_id, nth from seen where leads limit ${fixed(blocks + 1)}
    ), near as materialized (
      select s.created_at, s.message_id, true as is_own from led b cross join lateral (
        select s.created_at, s.message_id from search_messages s
        where s.chat_id = b.chat_id and s.block = b.nth and s.block >= 0 and ${within(span)}
        offset 0
      ) s
      where (select count(*) from led) <= ${fixed(blocks)}
    ), ${lookedInto(looking)}
    select ${LOOKED(looking)}, (select count(*) from seen) as seen, (select count(*) from led) as led
    from (select) as always left join horizon on true`);
