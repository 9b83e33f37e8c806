import { conflict } from '../../../shared/errors.ts';
import { hourly, type Repeated, rest } from '../../../shared/every.ts';
import { lookAtClock, trustClock } from '../../clock/clock.actions.ts';
import type { ChatContext } from '../context.ts';
import { discardFiles } from '../files/files.actions.ts';
import {
  findChatsByAge,
  lockRetention,
  removeOldestBefore,
  removeWhatHangsOn,
  updateChatWithoutOldest,
} from '../store/retain.queries.ts';
import {
  countAgedAfter,
  findAllowance,
  findHeld,
  type Held,
  updateHeld,
  updateRemoved,
} from '../store/retention-limits.queries.ts';
import { messagesTexts } from '../texts/messages.texts.ts';

const DAY_MS = 86_400_000;
const CHATS_AT_ONCE = 500;
const MESSAGES_AT_ONCE = 200;
// Counting stops here; above it the text says "more than".
export const MOST_COUNTED = 100_000;

type Aging = Pick<ChatContext, 'db' | 'storage' | 'log'>;

interface Removal {
  /** Older messages are removed. */
  time: Date;
  /** The moment whose day's limit holds; without it none does. */
  limitedAt?: Date;
  /** Wait until another process has finished its removal. */
  waits?: boolean;
  signal: AbortSignal;
}

/** `busy`: another process is removing now; `spent`: what a day may take is gone. */
type Stop = 'busy' | 'spent' | 'aborted';

interface Removed {
  count: number;
  stop?: Stop;
}

interface Batch extends Removed {
  isLast: boolean;
}

/** One short transaction. */
async function removeSome(ctx: Aging, chatId: number, removal: Removal): Promise<Batch> {
  const { time, limitedAt } = removal;
  const { fileUuids, ...batch } = await ctx.db.transaction(async (tx) => {
    const none = { count: 0, fileUuids: [], isLast: true };
    if (!(await lockRetention(tx, removal.waits))) return { ...none, stop: 'busy' as const };
    const allowed = limitedAt ? await findAllowance(tx, limitedAt) : MESSAGES_AT_ONCE;
    if (allowed === 0) return { ...none, stop: 'spent' as const };
    const most = Math.min(allowed, MESSAGES_AT_ONCE);
    const messages = await removeOldestBefore(tx, chatId, time, most);
    if (messages.length === 0) return none;
    const carried = await removeWhatHangsOn(tx, messages);
    await updateChatWithoutOldest(tx, chatId, messages);
    if (limitedAt) await updateRemoved(tx, messages.length);
    return { count: messages.length, fileUuids: carried, isLast: messages.length < most };
  });
  await discardFiles(ctx, fileUuids);
  return batch;
}

async function removeFrom(ctx: Aging, chatId: number, removal: Removal): Promise<Removed> {
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

/** Chat after chat from each one's beginning, in short transactions. It keeps no account of where it is: the next run finds what is left. */
async function removeOlder(ctx: Aging, removal: Removal): Promise<Removed> {
  const { time, signal } = removal;
  let count = 0;
  for (let after = 0; !signal.aborted; ) {
    const since = performance.now();
    const chats = await findChatsByAge(ctx.db, after, time, CHATS_AT_ONCE);
    await rest(since, signal);
    for (const { id } of chats.filter(({ hasAged }) => hasAged)) {
      const removed = await removeFrom(ctx, id, removal);
      count += removed.count;
      if (removed.stop) return { count, stop: removed.stop };
    }
    after = chats.at(-1)?.id ?? after;
    if (chats.length < CHATS_AT_ONCE) return { count };
  }
  return { count, stop: 'aborted' };
}

/**
 * Removes the messages from before `time` with all that hangs on them, however many. Nobody is told; what a page shows it lets
 * go of when it reads again. Gives how many were removed.
 */
export async function removeMessagesBefore(
  ctx: Aging,
  time: Date,
  signal = new AbortController().signal,
): Promise<number> {
  return (await removeOlder(ctx, { time, signal })).count;
}

async function countAged({ db }: Aging, time: Date, signal: AbortSignal): Promise<number> {
  let messages = 0;
  for (let after: number | null = 0; after !== null && !signal.aborted; ) {
    const since = performance.now();
    const counted = await countAgedAfter(db, after, time, CHATS_AT_ONCE);
    messages += counted.messages;
    if (messages >= MOST_COUNTED) return MOST_COUNTED;
    after = counted.lastId;
    await rest(since, signal);
  }
  return messages;
}

type Keeping = Aging & Pick<ChatContext, 'config'>;

const timeFrom = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Removes what is past its time by the clock that says `now`, as far as it is believed and a day allows; says what it holds back. */
export async function removeAgedMessages(
  ctx: Keeping,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { retentionDays } = ctx.config;
  if (retentionDays === undefined) return;
  const time = timeFrom(now, retentionDays);
  const isTrusted = await lookAtClock(ctx, now);
  const { count, stop } = isTrusted
    ? await removeOlder(ctx, { time, limitedAt: now, signal })
    : { count: 0 };
  if (count > 0) ctx.log.info({ count }, 'messages removed by age');
  if (stop === 'busy' || stop === 'aborted') return;
  const isHeld = !isTrusted || stop === 'spent';
  const messages = isHeld ? await countAged(ctx, time, signal) : 0;
  if (signal.aborted) return;
  const held = { by: isTrusted ? 'LIMIT' : 'CLOCK', messages } as const;
  await updateHeld(ctx.db, messages > 0 ? held : undefined, now);
  if (messages > 0) ctx.log.warn(held, 'messages past their time are held back');
}

/** Removes all that is past its time, on the operator's word that the clock is right. Gives their number and the date before which they were sent. */
export async function orderRetention(
  ctx: Keeping,
  now: Date,
): Promise<{ count: number; time: Date }> {
  const { retentionDays } = ctx.config;
  if (retentionDays === undefined) throw conflict(messagesTexts.noRetention);
  await trustClock(ctx, now);
  const time = timeFrom(now, retentionDays);
  const { signal } = new AbortController();
  const { count } = await removeOlder(ctx, { time, waits: true, signal });
  await updateHeld(ctx.db, undefined, now);
  ctx.log.info({ count, time }, 'messages removed by age, by order');
  return { count, time };
}

/** Counts what is held back; undefined without `RETENTION_DAYS`. */
export const findHeldBack = ({ config, db }: Pick<ChatContext, 'config' | 'db'>) =>
  config.retentionDays === undefined ? Promise.resolve<Held | undefined>(undefined) : findHeld(db);

/** Removes messages by age, now and every hour, until it is closed; does nothing without `RETENTION_DAYS`. */
export function removeAgedMessagesHourly(ctx: ChatContext): Repeated {
  if (ctx.config.retentionDays === undefined) return { close: async () => {} };
  return hourly(
    (signal) => removeAgedMessages(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'messages were not removed by age'),
  );
}
