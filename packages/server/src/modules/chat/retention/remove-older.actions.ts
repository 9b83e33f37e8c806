import { rest } from '../../../shared/every.ts';
import { forgetMessages } from '../../search-index/search-index.actions.ts';
import type { ChatContext } from '../context.ts';
import { discardFiles } from '../files/files.actions.ts';
import {
  findChatsByAge,
  lockRetention,
  removeOldestBefore,
  removeWhatHangsOn,
  updateChatWithoutOldest,
} from '../store/retain.queries.ts';
import { findAllowance, updateRemoved } from '../store/retention-limits.queries.ts';

const CHATS_AT_ONCE = 500;
const MESSAGES_AT_ONCE = 200;

export type RetentionDeps = Pick<ChatContext, 'db' | 'storage' | 'log'>;

interface Removal {
  /** Older messages are removed. */
  time: Date;
  /** The moment whose day's limit holds; without it none does. */
  limitedAt?: Date;
  /** Wait until another process has finished its removal. */
  waits?: boolean;
  signal: AbortSignal;
}

/** `busy`: another process is removing messages; `spent`: the limit of the day is reached. */
type Stop = 'busy' | 'spent' | 'aborted';

interface Removed {
  count: number;
  stop?: Stop;
}

interface Batch extends Removed {
  isLast: boolean;
}

/** One short transaction. */
async function removeSome(ctx: RetentionDeps, chatId: number, removal: Removal): Promise<Batch> {
  const { time, limitedAt } = removal;
  const { fileUuids, ...batch } = await ctx.db.transaction(async (tx) => {
    const none = { count: 0, fileUuids: [], isLast: true };
    if (!(await lockRetention(tx, removal.waits))) return { ...none, stop: 'busy' as const };
    const allowed = limitedAt ? await findAllowance(tx, limitedAt) : MESSAGES_AT_ONCE;
    if (allowed === 0) return { ...none, stop: 'spent' as const };
    const most = Math.min(allowed, MESSAGES_AT_ONCE);
    const messages = await removeOldestBefore(tx, chatId, time, most);
    if (messages.length === 0) return none;
    const carried = await removeWhatHangsOn(tx, chatId, messages);
    await updateChatWithoutOldest(tx, chatId, messages);
    if (limitedAt) await updateRemoved(tx, messages.length);
    const ids = messages.map(({ id }) => id);
    await forgetMessages(tx, ids);
    return { count: messages.length, fileUuids: carried, isLast: messages.length < most };
  });
  await discardFiles(ctx, fileUuids);
  return batch;
}

async function removeFrom(ctx: RetentionDeps, chatId: number, removal: Removal): Promise<Removed> {
  const { signal } = removal;
  for (let count = 0; ; ) {
    const since = performance.now();
    const batch = await removeSome(ctx, chatId, removal);
    count += batch.count;
    if (batch.stop) return { count, stop: batch.stop };
    await rest(since, signal);
    if (signal.aborted) return { count, stop: 'aborted' };
    if (batch.isLast) return { count };
  }
}

/** Goes through the chats in short transactions and stores no progress: the next run finds what is left. */
export async function removeOlder(ctx: RetentionDeps, removal: Removal): Promise<Removed> {
  const { time, signal } = removal;
  let count = 0;
  for (let after = 0; !signal.aborted; ) {
    const since = performance.now();
    const chats = await findChatsByAge(ctx.db, after, time, CHATS_AT_ONCE);
    await rest(since, signal);
    for (const { id } of chats.filter(({ agedFrom }) => agedFrom !== null)) {
      const removed = await removeFrom(ctx, id, removal);
      count += removed.count;
      if (removed.stop) return { count, stop: removed.stop };
    }
    after = chats.at(-1)?.id ?? after;
    if (chats.length < CHATS_AT_ONCE) return { count };
  }
  return { count, stop: 'aborted' };
}
