import type { Db } from '../../db/database.ts';
import { recountDirectUnread } from '../../db/direct-unread.ts';
import { updateLeastMarks } from '../../features/receipts/receipts.queries.ts';
import { updateAllMarks } from '../bulk-chats.queries.ts';
import { insertHistories } from '../bulk-messages.queries.ts';
import type { Histories } from './conversations.ts';
import { marksOf } from './marks.ts';

/** Stores what was said and how far everybody has read it; gives the number of messages. */
export async function storeHistories(tx: Db, histories: Histories): Promise<number> {
  const messages = [...histories.values()].flat();
  messages.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  await insertHistories(tx, messages);
  const marks = marksOf(histories);
  await updateAllMarks(tx, marks);
  await recountDirectUnread(tx, [...new Set(marks.map(({ userId }) => userId))]);
  const chatIds = [...histories.keys()].map(({ id }) => id);
  await updateLeastMarks(tx, chatIds);
  return messages.length;
}
