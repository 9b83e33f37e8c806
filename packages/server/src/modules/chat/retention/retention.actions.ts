import { conflict } from '../../../shared/errors.ts';
import { hourly, type Repeated, rest } from '../../../shared/every.ts';
import { lookAtClock, trustClock } from '../../clock/clock.actions.ts';
import type { ChatContext } from '../context.ts';
import { findChatsByAge } from '../store/retain.queries.ts';
import {
  type Counting,
  countAgedIn,
  findHeld,
  type Held,
  updateHeld,
} from '../store/retention-limits.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { type RetentionDeps, removeOlder } from './remove-older.actions.ts';

const DAY_MS = 86_400_000;
const CHATS_AT_ONCE = 500;
const MESSAGES_AT_ONCE = 10_000;
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

/** In these chats, in pieces: no statement reads more than `MESSAGES_AT_ONCE`. */
async function countAgedOf(
  { db }: Pick<RetentionDeps, 'db'>,
  chats: Counting[],
  time: Date,
  signal: AbortSignal,
): Promise<number> {
  let messages = 0;
  for (let left = chats; left.length > 0 && messages < MAX_COUNTED && !signal.aborted; ) {
    const since = performance.now();
    const size = Math.floor(MESSAGES_AT_ONCE / left.length);
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
