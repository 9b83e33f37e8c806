import type { Context } from '../../context.ts';
import { hourly, type Repeated, rest } from '../../every.ts';
import { discardFiles } from '../files/files.actions.ts';
import {
  findChatsByAge,
  lockRetention,
  removeOldestBefore,
  removeWhatHangsOn,
  updateChatWithoutOldest,
} from './retention.queries.ts';

const DAY_MS = 86_400_000;
const CHATS_AT_ONCE = 500;
const MESSAGES_AT_ONCE = 200;

type Aging = Pick<Context, 'db' | 'storage' | 'log'>;

interface Removed {
  messages: number;
  fileUuids: string[];
}

/** One short transaction; undefined when another process is removing now. */
function removeSome({ db }: Aging, chatId: number, time: Date): Promise<Removed | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockRetention(tx))) return undefined;
    const removed = await removeOldestBefore(tx, chatId, time, MESSAGES_AT_ONCE);
    if (removed.length === 0) return { messages: 0, fileUuids: [] };
    const fileUuids = await removeWhatHangsOn(tx, removed);
    await updateChatWithoutOldest(tx, chatId, removed);
    return { messages: removed.length, fileUuids };
  });
}

/** How many were removed; `isBusy`: another process is at it. */
async function removeFrom(ctx: Aging, chatId: number, time: Date, signal: AbortSignal) {
  let count = 0;
  for (let isMore = true; isMore && !signal.aborted; ) {
    const since = performance.now();
    const removed = await removeSome(ctx, chatId, time);
    if (!removed) return { count, isBusy: true };
    await discardFiles(ctx, removed.fileUuids);
    count += removed.messages;
    isMore = removed.messages === MESSAGES_AT_ONCE;
    await rest(since, signal);
  }
  return { count, isBusy: false };
}

/**
 * Removes the messages from before `time` with all that hangs on them, chat after chat from each one's beginning, in
 * short transactions. It keeps no account of where it is: what an interrupted run has left, the next one finds. Nobody is
 * told; what a page shows it lets go of when it reads again. Gives how many were removed.
 */
export async function removeMessagesBefore(
  ctx: Aging,
  time: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let total = 0;
  let after = 0;
  while (!signal.aborted) {
    const since = performance.now();
    const chats = await findChatsByAge(ctx.db, after, time, CHATS_AT_ONCE);
    await rest(since, signal);
    for (const { id } of chats.filter(({ hasAged }) => hasAged)) {
      const { count, isBusy } = await removeFrom(ctx, id, time, signal);
      total += count;
      if (isBusy || signal.aborted) return total;
    }
    after = chats.at(-1)?.id ?? after;
    if (chats.length < CHATS_AT_ONCE) break;
  }
  return total;
}

/** What `RETENTION_DAYS` asks for, now and every hour, until it is closed; nothing when it is not set. */
export function removeAgedMessagesHourly(ctx: Context): Repeated {
  const { retentionDays } = ctx.config;
  if (retentionDays === undefined) return { close: async () => {} };
  return hourly(
    async (signal) => {
      const time = new Date(Date.now() - retentionDays * DAY_MS);
      const count = await removeMessagesBefore(ctx, time, signal);
      if (count > 0) ctx.log.info({ count }, 'messages removed by age');
    },
    (error) => ctx.log.error({ err: error }, 'messages were not removed by age'),
  );
}
