import { uptime } from 'node:os';
import { required } from '@chat/contract/checks';
import type { FastifyBaseLogger } from 'fastify';
import { isTransient, logFailure } from '../../../db/faults.ts';
import { createWorker, failAlone, rest, type Worker } from '../../../jobs/worker.ts';
import { userRoom } from '../../../realtime/live-sockets.ts';
import { isClockPlausible } from '../../clock/clock.actions.ts';
import type { ChatContext } from '../context.ts';
import { sendWaiting } from '../messages/send-message.actions.ts';
import {
  type DueRow,
  findDue,
  findNextDue,
  removeOldDropped,
  removeSentByHand,
  updateDropped,
} from '../store/scheduled.queries.ts';

/** Another process may have died with what was scheduled there; and clocks are put right. */
const LOOK_MS = 15_000;
const RETRY_MS = 2_000;
const HOUR_MS = 3_600_000;
/** Beside what people send; those of a chat in the order of their time. */
const AT_ONCE = 32;
/** Dropped messages of one person that are kept. */
const MAX_DROPPED = 100;

/**
 * Sends what waits when its time comes. While nothing is scheduled no timer runs, and nobody asks the database. `ctxOf`
 * is asked from the first round on.
 */
export function createScheduledWorker(log: FastifyBaseLogger, ctxOf: () => ChatContext): Worker {
  let sender: DueSender | undefined;
  return createWorker({
    round(signal) {
      sender ??= new DueSender(ctxOf());
      return sender.look(signal);
    },
    onError: (error) => logFailure(log, error, 'scheduled messages were not sent'),
    retryMs: RETRY_MS,
  });
}

class DueSender {
  readonly #ctx: ChatContext;
  readonly #clock = new DueClock();
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: ChatContext) {
    this.#ctx = ctx;
  }

  /** Sends what is due. Returns the ms until something may be due again; undefined when nothing waits. */
  async look(signal: AbortSignal): Promise<number | undefined> {
    const { db, log, redis } = this.#ctx;
    const { now, nextAt } = await findNextDue(db);
    // Only the database tells of messages that other processes take in.
    if (!nextAt) return redis && LOOK_MS;
    await this.#tidy();
    const wasDoubted = this.#clock.isDoubted;
    const due = await this.#clock.read(now, () => isClockPlausible(db, now));
    if (this.#clock.isDoubted && !wasDoubted) {
      log.warn({ now, due }, 'the clock leaps, scheduled messages do not follow it for 5 minutes');
    }
    if (!due) return LOOK_MS;
    if (nextAt > due) return Math.min(LOOK_MS, nextAt.getTime() - due.getTime() + 1);
    const hasFailed = await this.#sendAll(due, signal);
    return hasFailed ? LOOK_MS : 0;
  }

  /** In batches, each in turn with other processes, so that messages go in the order of their time. */
  async #sendAll(due: Date, signal: AbortSignal): Promise<boolean> {
    const failed: number[] = [];
    for (let isLast = false; !isLast && !signal.aborted; ) {
      const since = performance.now();
      await this.#ctx.runSerially('scheduled messages', async () => {
        const batch = await findDue(this.#ctx.db, due, { except: failed, limit: AT_ONCE });
        isLast = batch.length < AT_ONCE;
        failed.push(...(await this.#sendBatch(batch)));
      });
      await rest(since, signal);
    }
    return failed.length > 0;
  }

  /** Returns those that the database refuses for a reason of their own; when it is away, all wait for it. */
  async #sendBatch(batch: DueRow[]): Promise<number[]> {
    const due = batch.filter(({ isLate }) => !isLate);
    const outcomes = await Promise.allSettled(due.map((one) => send(this.#ctx, one)));
    const away = outcomes.find((one) => one.status === 'rejected' && isTransient(one.reason));
    if (away?.status === 'rejected') throw away.reason;
    const failed: number[] = [];
    const fail = ({ id }: DueRow, error: unknown) => {
      this.#ctx.log.error({ err: error, id }, 'a scheduled message was not sent');
      failed.push(id);
    };
    const refused = due.filter((one, n) => {
      const outcome = required(outcomes[n], 'outcome');
      if (outcome.status === 'rejected') fail(one, outcome.reason);
      return outcome.status === 'fulfilled' && !outcome.value;
    });
    const unsent = batch.filter((one) => one.isLate || refused.includes(one));
    await failAlone(unsent, (some) => dropScheduled(this.#ctx, some), fail);
    return failed;
  }

  /** A message sent by hand may be removed by age before what was scheduled under its reference is due. */
  async #tidy(): Promise<void> {
    if (performance.now() - this.#tidiedAt < HOUR_MS) return;
    this.#tidiedAt = performance.now();
    await removeSentByHand(this.#ctx.db, {});
  }
}

/** The statement that stores a message takes its row away, and asks whether its author may write there. */
function send(ctx: ChatContext, due: DueRow): Promise<boolean> {
  const { id, version, uuid, chatUuid, content, referenceId, mentionedUserIds } = due;
  const sender = { id: due.senderId, uuid: due.senderUuid, email: due.senderEmail };
  const text = { uuid, chatUuid, content, referenceId, mentionedUserIds };
  return sendWaiting(ctx, sender, { ...text, scheduled: { id, version } });
}

/** Some of them may have been sent by hand, changed, cancelled, or sent by another process. */
async function dropScheduled(ctx: ChatContext, unsent: DueRow[]): Promise<void> {
  const dropped = await ctx.db.transaction(async (tx) => {
    await removeSentByHand(tx, { ids: unsent.map(({ id }) => id) });
    const rows = await updateDropped(tx, unsent);
    await removeOldDropped(
      tx,
      unsent.map(({ senderId }) => senderId),
      MAX_DROPPED,
    );
    return new Set(rows.map(({ id }) => id));
  });
  for (const { id, uuid, chatUuid, senderUuid, isLate } of unsent) {
    if (!dropped.has(id)) continue;
    const reason = isLate ? 'LATE' : 'NOT_ALLOWED';
    const said = { uuid, chatId: chatUuid, reason } as const;
    ctx.realtime.publish(userRoom(senderUuid), 'scheduled:dropped', said);
  }
}

/** A clock may be put right by as much at once. */
const STEP_MS = 60_000;
/** Two clocks that nobody sets go apart by less: one part in a thousand. */
const DRIFT = 0.001;
/** A clock that leaps is not followed for this time: a time service has put the clock back by then. */
const CAUTION_MS = 5 * 60_000;
/** The system tells how long it has been up in hundredths of a second. */
const UP_STEP_MS = 10;

/** A reading of the clock, and for how many ms the machine had been up then. */
interface Reading {
  at: number;
  upMs: number;
}

/**
 * How late it is for messages that wait: as the database's clock says while that goes with the time since the machine's
 * start. Where the clock leaps, the earlier one of both counts, so that a wild clock sends nothing too early.
 */
export class DueClock {
  readonly #upMs: () => number;
  #known: Reading | undefined;
  #doubted: Reading | undefined;

  /** The time since the machine's start goes on while the machine sleeps. */
  constructor(upMs: () => number = () => uptime() * 1_000) {
    this.#upMs = upMs;
  }

  get isDoubted(): boolean {
    return this.#doubted !== undefined;
  }

  /**
   * The time at which messages are due now; undefined where nothing is known yet and the clock says what does not
   * follow on the data.
   */
  async read(now: Date, isPlausible: () => Promise<boolean>): Promise<Date | undefined> {
    const reading = { at: now.getTime(), upMs: this.#upMs() };
    const known = this.#known;
    const isFollowed = known ? follows(reading, known) : await isPlausible();
    if (isFollowed || this.#hasGoneSteadily(reading)) {
      this.#known = reading;
      this.#doubted = undefined;
      return now;
    }
    return known && new Date(Math.min(reading.at, expectedAt(reading, known) - UP_STEP_MS));
  }

  /** A second leap begins the doubt anew. */
  #hasGoneSteadily(reading: Reading): boolean {
    if (!this.#doubted || !follows(reading, this.#doubted)) this.#doubted = reading;
    return reading.upMs - this.#doubted.upMs >= CAUTION_MS;
  }
}

const expectedAt = ({ upMs }: Reading, before: Reading) => before.at + upMs - before.upMs;

function follows(reading: Reading, before: Reading): boolean {
  const tolerated = STEP_MS + (reading.upMs - before.upMs) * DRIFT;
  return Math.abs(reading.at - expectedAt(reading, before)) <= tolerated;
}
