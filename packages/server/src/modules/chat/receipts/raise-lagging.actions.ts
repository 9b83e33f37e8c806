import { logUnlessTransient } from '../../../db/faults.ts';
import { nowAndEvery, type Repeated, rest } from '../../../shared/every.ts';
import type { ChatContext } from '../context.ts';
import { findChatsAfter, updateLeastMarks } from '../store/least-marks.queries.ts';
import { announceToAuthors, type ReceiptDeps } from './write-receipts.ts';

// A statement reads all members of so many chats.
const CHATS_AT_ONCE = 100;
const RETRY_MS = 10_000;

async function raiseSome(deps: ReceiptDeps, chatIds: number[]): Promise<void> {
  if (chatIds.length === 0) return;
  const { announced } = await announceToAuthors(deps, await updateLeastMarks(deps.db, chatIds));
  await announced;
}

/**
 * Raises the least marks of every chat, a few chats in each statement: a crash may have come between the marks of members
 * and what follows from them. It is announced to the authors, since another process may be about to raise the same.
 */
export async function raiseLagging(
  deps: ReceiptDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const since = performance.now();
    const chats: { id: number; isLagging: boolean }[] = await findChatsAfter(
      deps.db,
      after,
      CHATS_AT_ONCE,
    );
    await raiseSome(
      deps,
      chats.filter(({ isLagging }) => isLagging).map(({ id }) => id),
    );
    after = chats.at(-1)?.id;
    await rest(since, signal);
  }
}

/** Once, in the background: no start waits for it. */
export function raiseLaggingOnce({ db, realtime, messages, log }: ChatContext): Repeated {
  let isDone = false;
  const work = async (signal: AbortSignal) => {
    if (isDone) return;
    await raiseLagging({ db, realtime, messages }, signal);
    isDone = true;
  };
  return nowAndEvery(RETRY_MS, work, logUnlessTransient(log, 'ticks were not brought up to date'));
}
