import type { Db } from '../../db/database.ts';
import { updateAllMarks } from '../../modules/chat/store/bulk-chats.queries.ts';
import { insertHistories } from '../../modules/chat/store/bulk-messages.queries.ts';
import { recountDirectUnread } from '../../modules/chat/store/direct-unread.ts';
import { updateLeastMarks } from '../../modules/chat/store/least-marks.queries.ts';
import type { Histories } from './conversations.ts';
import { marksOf } from './marks.ts';

/** Stores messages and everybody's marks; gives the number of messages. */
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
