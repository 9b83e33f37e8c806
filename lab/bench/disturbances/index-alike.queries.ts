import { type Db, sql } from '../../../packages/server/src/db/database.ts';
import { BLOCK } from '../../../packages/server/src/modules/search-index/block-keys.ts';
import { bitsOf, withKeys } from '../../../packages/server/src/modules/search-index/blocks.ts';
import {
  entryOf,
  INDEX_VERSION,
} from '../../../packages/server/src/modules/search-index/index-entry.ts';
import { startProgress } from '../../../packages/server/src/modules/search-index/search-progress.queries.ts';

const [SEQ, SENDER] = ['987654321', '876543219'];

/**
 * Indexes all messages by a few statements. Their texts may differ by their number in the chat alone, which `textOf`
 * puts into them; each block gets the bits of one.
 */
export async function indexAlike(db: Db, textOf: (seq: string) => string): Promise<void> {
  const entry = entryOf({
    id: 0,
    chatId: 0,
    seq: 0,
    senderId: Number(SENDER),
    type: 'TEXT',
    content: textOf(SEQ),
    isDeleted: false,
    createdAt: '',
    editedAt: null,
    fileName: null,
    mediaType: null,
  });
  const bits = bitsOf(Array.from({ length: BLOCK }, () => withKeys(entry).keys));
  await db.run(sql`
    insert into search_messages (message_id, chat_id, block, created_at, words, forms)
    select id, chat_id, seq / ${BLOCK}, created_at, replace(${entry.words}, ${SEQ}, seq::text),
      replace(replace(${entry.forms}, ${SEQ}, seq::text), ${SENDER}, sender_id::text)::tsvector
    from messages order by id`);
  await db.run(sql`
    insert into search_blocks (chat_id, nth, first_at, last_at, bits, is_stale)
    select chat_id, block, min(created_at), max(created_at), decode(${bits?.toString('hex') ?? null}, 'hex'), false
    from search_messages group by chat_id, block order by chat_id, block`);
  await startProgress(db, INDEX_VERSION);
  await db.run(sql`update search_progress set built_to = 0`);
}
