import { required } from '@chat/contract/shared/required';
import { hourly, type Repeated, rest } from '../../../shared/every.ts';
import type { ChatContext } from '../context.ts';
import { recountDirectUnread } from '../store/direct-unread.ts';
import { findUsersAfter, lockRecount } from '../store/recount-unread.queries.ts';

// So that no statement goes through much of the company at once.
const PEOPLE_AT_ONCE = 20;

type Recounting = Pick<ChatContext, 'db'>;

/**
 * Counts the unread of everybody's direct chats anew, a few people in each short transaction. That mends counters that
 * a process of an older version left wrong during an upgrade. Gives how many were wrong.
 */
export async function recountUnread(
  { db }: Recounting,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let total = 0;
  let after = 0;
  while (!signal.aborted) {
    const since = performance.now();
    const userIds = await findUsersAfter(db, after, PEOPLE_AT_ONCE);
    if (userIds.length === 0) return total;
    const count = await db.transaction(async (tx) => {
      if (!(await lockRecount(tx))) return undefined;
      return recountDirectUnread(tx, userIds);
    });
    // Another process is at it.
    if (count === undefined) return total;
    total += count;
    after = required(userIds.at(-1), 'user');
    await rest(since, signal);
  }
  return total;
}

/** Now and every hour, until it is closed. */
export const recountUnreadHourly = (ctx: ChatContext): Repeated =>
  hourly(
    async (signal) => {
      const count = await recountUnread(ctx, signal);
      if (count > 0) ctx.log.info({ count }, 'unread counters put right');
    },
    (error) => ctx.log.error({ err: error }, 'unread counters were not counted anew'),
  );
