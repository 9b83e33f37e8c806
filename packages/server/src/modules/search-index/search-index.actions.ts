import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { leaveToBlock, leaveToBlocks } from './blocks.ts';
import { entryOf } from './index-entry.ts';
import {
  findMessage,
  findMessagesByIds,
  lockTexts,
  removeEntries,
  upsertEntries,
} from './search-index.queries.ts';
import {
  type Backlog,
  type Extent,
  findBacklog,
  findExtent,
  restartProgress,
} from './search-progress.queries.ts';

/**
 * Takes the messages out of what searches find: call at the end of the transaction that took their texts away. The lock
 * comes last: the index waits for it.
 */
export async function forgetMessages(tx: Db, messageIds: number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await lockTexts(tx);
  await removeEntries(tx, messageIds);
}

/**
 * Searches find what the message says now, and not what it said: call at the end of every transaction that edits it,
 * whether or not its text is another.
 */
export async function replaceMessage(tx: Db, messageId: number): Promise<void> {
  await lockTexts(tx);
  await removeEntries(tx, [messageId]);
  const message = await findMessage(tx, messageId);
  if (!message || message.isDeleted) return;
  const entry = entryOf(message);
  await upsertEntries(tx, [entry]);
  await leaveToBlock(tx, entry);
}

/** Reads every message for the index anew; searches go on meanwhile. A running server does it within seconds. */
export const rebuildIndex = ({ db }: Pick<Context, 'db'>): Promise<void> => restartProgress(db);

/** The messages that searches do not find yet, because the index has not read them. */
export const findIndexBacklog = ({ db }: Pick<Context, 'db'>): Promise<Backlog> => findBacklog(db);

/** The extent of all messages; every message stands in its block but for a time after an upgrade. */
export const getExtent = (db: Db): Promise<Extent> => findExtent(db);

/** Replaces many messages at once in what searches find, as `replaceMessage` replaces one. */
export async function replaceMessages(tx: Db, messageIds: number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await lockTexts(tx);
  await removeEntries(tx, messageIds);
  const messages = await findMessagesByIds(tx, messageIds);
  const entries = messages.filter(({ isDeleted }) => !isDeleted).map(entryOf);
  await upsertEntries(tx, entries);
  await leaveToBlocks(tx, entries);
}
