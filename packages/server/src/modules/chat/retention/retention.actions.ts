import { isOfOneRow } from '../../../db/faults.ts';
import { hourly, type Job, rest } from '../../../jobs/worker.ts';
import { conflict } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import { checkClock, trustClock } from '../../clock/clock.actions.ts';
import { forgetMessages } from '../../search-index/search-index.actions.ts';
import type { ChatContext } from '../context.ts';
import { discardFiles } from '../files/files.actions.ts';
import {
  emptyMessages,
  findAgedBetweenHeld,
  findFirstHeld,
  lockToEmpty,
  type Walked,
} from '../store/empty-messages.queries.ts';
import {
  type AgedChat,
  deleteDependents,
  findAllowance,
  findChatsByAge,
  findRetentionBlock,
  hasGroupTerms,
  lockRetention,
  type RetentionBlock,
  removeOldestBefore,
  type Term,
  updateChatWithoutOldest,
  updateRemoved,
  updateRetentionBlock,
} from '../store/retain.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { CHATS_AT_ONCE, countAged, hasAged } from './count-aged.actions.ts';

/**
 * Removes all messages from before `time`, with their files, reactions and mentions. Nothing is announced: pages drop
 * them when they next read. Returns how many were removed.
 */
export async function removeMessagesBefore(
  ctx: RetentionDeps,
  time: Date,
  signal = new AbortController().signal,
): Promise<number> {
  const removed = { count: 0 };
  await removeOlder(ctx, { term: { now: time, days: 0 }, removed, signal });
  return removed.count;
}

type ConfiguredDeps = RetentionDeps & Pick<ChatContext, 'config'>;

/** Undefined where no message is ever too old: neither the setting nor a group has days. */
async function findTerm({ config, db }: ConfiguredDeps, now: Date): Promise<Term | undefined> {
  const days = config.retentionDays ?? null;
  return days !== null || (await hasGroupTerms(db)) ? { now, days } : undefined;
}

/** A round that removed something stands in the log and in the audit, if it fails, too (rules/retention 12). */
async function runRound(
  ctx: RetentionDeps,
  removal: Omit<Removal, 'removed'>,
  line: string,
): Promise<Outcome> {
  const removed = { count: 0 };
  try {
    const stop = await removeOlder(ctx, { ...removal, removed });
    return { ...removed, stop };
  } finally {
    const { count } = removed;
    if (count > 0) {
      ctx.log.info({ count }, line);
      await recordAct(ctx.db, undefined, 'RETENTION_RUN', { detail: String(count) });
    }
  }
}

/**
 * Removes the messages that are too old at `now`, if the clock is trusted and up to the limit of a day; stores how many
 * remain.
 */
export async function removeAgedMessages(
  ctx: ConfiguredDeps,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const term = await findTerm(ctx, now);
  if (!term) return forgetHeld(ctx, now);
  const isTrusted = await checkClock(ctx, now);
  const { stop } = isTrusted
    ? await runRound(ctx, { term, limitedAt: now, signal }, 'messages removed by age')
    : {};
  if (stop === 'busy' || stop === 'aborted') return;
  const isHeld = !isTrusted || stop === 'spent';
  const messages = isHeld ? await countAged(ctx, term, signal) : 0;
  if (signal.aborted) return;
  const held = { by: isTrusted ? 'LIMIT' : 'CLOCK', messages } as const;
  await updateRetentionBlock(ctx.db, messages > 0 ? held : undefined, now);
  if (messages > 0) ctx.log.warn(held, 'messages past their time are held back');
}

/** Removes all that is past its time, on the operator's word that the clock is right. Returns their number. */
export async function orderRetention(ctx: ConfiguredDeps, now: Date): Promise<number> {
  const term = await findTerm(ctx, now);
  if (!term) throw conflict(chatTexts.noRetention);
  await trustClock(ctx, now);
  const { signal } = new AbortController();
  const line = 'messages removed by age, by order';
  const { count } = await runRound(ctx, { term, waits: true, signal }, line);
  await updateRetentionBlock(ctx.db, undefined, now);
  return count;
}

/** Nothing is held back once nobody has days any more. */
async function forgetHeld({ db }: ConfiguredDeps, now: Date): Promise<void> {
  if (await findRetentionBlock(db)) await updateRetentionBlock(db, undefined, now);
}

/** Messages that are held back, as the last round found them. */
export const getRetentionBlock = ({
  db,
}: Pick<ChatContext, 'db'>): Promise<RetentionBlock | undefined> => findRetentionBlock(db);

/** Removes messages by age, now and every hour, until it is closed. */
export function removeAgedMessagesHourly(ctx: ChatContext): Job {
  return hourly(
    (signal) => removeAgedMessages(ctx, new Date(), signal),
    (error) => ctx.log.error({ err: error }, 'messages were not removed by age'),
  );
}

const REMOVED_AT_ONCE = 200;

type RetentionDeps = Pick<ChatContext, 'db' | 'storage' | 'log'>;

interface Removal {
  /** Messages past it are removed. */
  term: Term;
  /** The number of messages that are gone by now, also where the removal fails before its end. */
  removed: { count: number };
  /** The moment whose day's limit holds; without it none does. */
  limitedAt?: Date;
  /** Wait until another process has finished its removal. */
  waits?: boolean;
  signal: AbortSignal;
}

/** `busy`: another process is removing messages; `spent`: the limit of the day is reached. */
type Stop = 'busy' | 'spent' | 'aborted';

interface Outcome {
  count: number;
  stop?: Stop | undefined;
}

interface Batch extends Outcome {
  isLast: boolean;
}

/** One short transaction. */
async function removeSome(ctx: RetentionDeps, chat: AgedChat, removal: Removal): Promise<Batch> {
  const { limitedAt } = removal;
  const { id: chatId, time } = chat;
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

/** Empties messages that lie between those that a hold keeps: they go as by a deletion, so that numbers stay right. */
async function emptySome(
  ctx: RetentionDeps,
  chat: AgedChat,
  walked: Walked,
  { limitedAt, waits }: Removal,
): Promise<Batch> {
  const { fileUuids, ...batch } = await ctx.db.transaction(async (tx) => {
    const none = { count: 0, fileUuids: [], isLast: true };
    if (!(await lockRetention(tx, waits))) return { ...none, stop: 'busy' as const };
    const allowed = limitedAt ? await findAllowance(tx, limitedAt) : REMOVED_AT_ONCE;
    if (allowed === 0) return { ...none, stop: 'spent' as const };
    const wanted = await lockToEmpty(tx, chat.id, walked.ids.slice(0, allowed));
    const { messageUuids, fileUuids } = await emptyMessages(tx, chat.id, wanted);
    if (limitedAt) await updateRemoved(tx, messageUuids.length);
    await forgetMessages(tx, wanted);
    const stop = walked.ids.length > allowed ? { stop: 'spent' as const } : {};
    return { count: messageUuids.length, fileUuids, isLast: false, ...stop };
  });
  await discardFiles(ctx, fileUuids);
  return batch;
}

/** Goes on behind the chat's first message that a hold keeps, up to the first that is younger. */
async function emptyBetweenHeld(
  ctx: RetentionDeps,
  chat: AgedChat,
  removal: Removal,
): Promise<Stop | undefined> {
  const { removed, signal } = removal;
  const { time } = chat;
  for (let from = await findFirstHeld(ctx.db, chat.id, time); from !== undefined; ) {
    const since = performance.now();
    const place = { from, time, window: REMOVED_AT_ONCE };
    const walked: Walked = await findAgedBetweenHeld(ctx.db, chat.id, place);
    if (walked.ids.length > 0) {
      const { count, stop } = await emptySome(ctx, chat, walked, removal);
      removed.count += count;
      if (stop) return stop;
    }
    await rest(since, signal);
    if (signal.aborted) return 'aborted';
    from = walked.next;
  }
  return undefined;
}

async function removeFrom(
  ctx: RetentionDeps,
  chat: AgedChat,
  removal: Removal,
): Promise<Stop | undefined> {
  const { removed, signal } = removal;
  for (;;) {
    const since = performance.now();
    const { count, stop, isLast } = await removeSome(ctx, chat, removal);
    removed.count += count;
    if (stop) return stop;
    await rest(since, signal);
    if (signal.aborted) return 'aborted';
    if (isLast) break;
  }
  return emptyBetweenHeld(ctx, chat, removal);
}

/** A chat that cannot be cleared keeps no other from being cleared; the next round tries again. */
async function removeFromOrLog(
  ctx: RetentionDeps,
  chat: AgedChat,
  removal: Removal,
): Promise<Stop | undefined> {
  try {
    return await removeFrom(ctx, chat, removal);
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    ctx.log.error({ err: error, chatId: chat.id }, 'messages of a chat were not removed by age');
    return undefined;
  }
}

/** Removes all messages of a chat, in short transactions; what a hold keeps stays. */
export async function removeWholeChat(
  ctx: RetentionDeps,
  chatId: number,
  signal: AbortSignal,
): Promise<void> {
  const time = new Date('9999-01-01');
  const removal = { term: { now: time, days: 0 }, removed: { count: 0 }, waits: true, signal };
  await removeFrom(ctx, { id: chatId, time, agedFrom: 0 }, removal);
}

/** Goes through the chats in short transactions and stores no progress: the next run finds what is left. */
async function removeOlder(ctx: RetentionDeps, removal: Removal): Promise<Stop | undefined> {
  const { term, signal } = removal;
  for (let after = 0; !signal.aborted; ) {
    const since = performance.now();
    const chats = await findChatsByAge(ctx.db, after, term, CHATS_AT_ONCE);
    await rest(since, signal);
    for (const chat of chats.filter(hasAged)) {
      const stop = await removeFromOrLog(ctx, chat, removal);
      if (stop) return stop;
    }
    after = chats.at(-1)?.id ?? after;
    if (chats.length < CHATS_AT_ONCE) return undefined;
  }
  return 'aborted';
}
