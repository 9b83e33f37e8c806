import { conflict } from '../../../shared/errors.ts';
import { hourly, type Repeated, rest } from '../../../shared/every.ts';
import { checkClock, trustClock } from '../../clock/clock.actions.ts';
import { forgetMessages } from '../../search-index/search-index.actions.ts';
import type { ChatContext } from '../context.ts';
import { discardFiles } from '../files/files.actions.ts';
import {
  type Counting,
  countAgedIn,
  deleteDependents,
  findAllowance,
  findChatsByAge,
  findHeld,
  type Held,
  lockRetention,
  removeOldestBefore,
  updateChatWithoutOldest,
  updateHeld,
  updateRemoved,
} from '../store/retain.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';

const DAY_MS = 86_400_000;
const CHATS_AT_ONCE = 500;
const COUNTED_AT_ONCE = 10_000;
// Counting stops here; above it the text says "more than".
export const MAX_COUNTED = 100_000;

/**
 * Removes all messages from before `time`, with their files, reactions and mentions. Nothing is announced: pages drop
 * them when they next read. Gives how many were removed.
 */
export async function removeMessagesBefore(
  ctx: RetentionDeps,
  time: Date,
  signal = new AbortController().signal,
): Promise<number> {
  return (await removeOlder(ctx, { time, signal })).count;
}

/** In these chats, in pieces: no statement reads more than `COUNTED_AT_ONCE`. */
async function countAgedOf(
  { db }: Pick<RetentionDeps, 'db'>,
  chats: Counting[],
  time: Date,
  signal: AbortSignal,
): Promise<number> {
  let messages = 0;
  for (let left = chats; left.length > 0 && messages < MAX_COUNTED && !signal.aborted; ) {
    const since = performance.now();
    const size = Math.floor(COUNTED_AT_ONCE / left.length);
    const counted = await countAgedIn(db, left, time, size);
    messages += counted.reduce((sum, chat) => sum + chat.messages, 0);
    const goOn = new Set(counted.filter(({ areAll }) => areAll).map(({ id }) => id));
    left = left
      .filter(({ id }) => goOn.has(id))
      .map(({ id, agedFrom }) => ({ id, agedFrom: agedFrom + size }));
    await rest(since, signal);
  }
  return messages;
}

const hasAged = (chat: { id: number; agedFrom: number | null }): chat is Counting =>
  chat.agedFrom !== null;

/** How many messages are past their time; counting stops at `MAX_COUNTED`. */
export async function countAged(
  ctx: Pick<RetentionDeps, 'db'>,
  time: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let messages = 0;
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const chats = await findChatsByAge(ctx.db, after, time, CHATS_AT_ONCE);
    messages += await countAgedOf(ctx, chats.filter(hasAged), time, signal);
    if (messages >= MAX_COUNTED) return MAX_COUNTED;
    after = chats.at(-1)?.id;
  }
  return messages;
}

type ConfiguredDeps = RetentionDeps & Pick<ChatContext, 'config'>;

const timeFrom = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/**
 * Removes the messages that are too old at `now`, if the clock is trusted and up to the limit of a day; stores how many
 * remain.
 */
export async function removeAgedMessages(
  ctx: ConfiguredDeps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { retentionDays } = ctx.config;
  if (retentionDays === undefined) return;
  const time = timeFrom(now, retentionDays);
  const isTrusted = await checkClock(ctx, now);
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

/**
 * Removes all that is past its time, on the operator's word that the clock is right. Gives their number and the date
 * before which they were sent.
 */
export async function orderRetention(
  ctx: ConfiguredDeps,
  now: Date,
): Promise<{ count: number; time: Date }> {
  const { retentionDays } = ctx.config;
  if (retentionDays === undefined) throw conflict(chatTexts.noRetention);
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

const REMOVED_AT_ONCE = 200;

type RetentionDeps = Pick<ChatContext, 'db' | 'storage' | 'log'>;

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
    const allowed = limitedAt ? await findAllowance(tx, limitedAt) : REMOVED_AT_ONCE;
    if (allowed === 0) return { ...none, stop: 'spent' as const };
    const most = Math.min(allowed, REMOVED_AT_ONCE);
    const messages = await removeOldestBefore(tx, chatId, time, most);
    if (messages.length === 0) return none;
    const carried = await deleteDependents(tx, chatId, messages);
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
async function removeOlder(ctx: RetentionDeps, removal: Removal): Promise<Removed> {
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
