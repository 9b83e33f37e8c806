import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../config/env.ts';
import type { Database } from '../../../db/database.ts';
import type { Answer } from '../../../http/answer.ts';
import type { Intake } from '../../../http/bodies.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { SharedRedis } from '../../../realtime/cluster/open-redis.ts';
import {
  createKeyedQueue,
  type KeyedQueue,
  type Load,
  sumOf,
} from '../../../security/keyed-queue.ts';
import { createRate, type Rate } from '../../../security/limiter.ts';
import { AppError } from '../../../shared/errors.ts';
import { httpTexts } from '../../../shared/http.texts.ts';
import type { Staging } from '../../../storage/storage.ts';
import type { ChatContext, Claim, PersonLimits, Receiving } from '../context.ts';
import { isReferenceStored } from '../store/messages.queries.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { DailyAmounts } from './daily-amounts.ts';

/**
 * A limit of a person, or of the disk, refuses what they send. A repeat is answered all the same: it stores nothing.
 */
class OverLimit extends AppError {
  constructor(status: 429 | 503, message: string, seconds: number) {
    super(status, message, {}, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });
  }
}

const SECONDS = 60;
// A disk is not emptied at once.
const DISK_SECONDS = 30;

// Much of one person's waits, so that others need not wait behind all of it for the database.
const SENDS_AT_ONCE = 3;
// A program that tries again without a pause gets one answer after the other, at this pace: refusing costs, too.
const REFUSAL_MS = 20;
const WAITING = { maxPerKey: 200, maxWaitMs: 10_000 };

interface Deps {
  config: Pick<Config, 'sendRate' | 'dailyMegabytes'>;
  db: Database;
  redis: SharedRedis | undefined;
  staging: Staging;
  log: FastifyBaseLogger;
}

class Limits implements PersonLimits {
  /** In a minute, on all their devices and at all processes (rules/messages 32). */
  readonly #rate: Rate | undefined;
  readonly #sends: KeyedQueue | undefined;
  readonly #refusals = createKeyedQueue({ atOnce: 1, ...WAITING });
  readonly #amounts: DailyAmounts | undefined;
  readonly #staging: Staging;
  readonly #dailyText: string;
  #refused = 0;

  constructor({ config, db, redis, staging, log }: Deps) {
    const { sendRate, dailyMegabytes } = config;
    const rate = { name: 'sends', points: sendRate, seconds: SECONDS };
    this.#rate = sendRate === 0 ? undefined : createRate(rate, redis);
    this.#sends =
      sendRate === 0 ? undefined : createKeyedQueue({ atOnce: SENDS_AT_ONCE, ...WAITING });
    this.#amounts =
      dailyMegabytes === 0 ? undefined : new DailyAmounts(db, dailyMegabytes * 2 ** 20, log);
    this.#staging = staging;
    this.#dailyText = chatTexts.dailyLimit(dailyMegabytes);
  }

  async enter(personId: number): Promise<Claim> {
    await this.#assertInRate(personId, await this.#rate?.take(personId));
    let taken = 0;
    const refund = () => this.#amounts?.giveBack(personId, taken);
    return {
      store: async (text, fileSize = 0) => {
        const bytes = Buffer.byteLength(text) + fileSize;
        await this.#take(personId, bytes, fileSize > 0);
        taken += bytes;
      },
      refund,
      cancel: async () => {
        refund();
        await this.#rate?.giveBack(personId);
      },
    };
  }

  runFew<T>(personId: number, work: () => Promise<T>): Promise<T> {
    return this.#sends ? this.#sends.run(personId, work) : work();
  }

  receive(personId: number, expected: number): Receiving {
    let came = 0;
    let held = 0;
    return {
      admit: async (bytes) => {
        if (came === 0) await this.#assertInRate(personId, await this.#rate?.look(personId));
        const missing = came + bytes > held ? Math.max(expected, came + bytes) - held : 0;
        const seconds = missing > 0 ? await this.#amounts?.arriving(personId, missing) : undefined;
        if (seconds !== undefined) throw this.#refusal(429, this.#dailyText, seconds);
        held += missing;
        if (!(await this.#staging.takeRoom(bytes, Math.max(bytes, expected - came)))) {
          throw this.#refusal(503, httpTexts.diskFull, DISK_SECONDS);
        }
        came += bytes;
      },
      end: () => this.#amounts?.arrived(personId, held),
    };
  }

  load(): Load {
    const sends = this.#sends ? [this.#sends.load()] : [];
    return sumOf([...sends, { waiting: 0, refused: this.#refused }]);
  }

  #refusal(status: 429 | 503, text: string, seconds: number): OverLimit {
    this.#refused++;
    return new OverLimit(status, text, seconds);
  }

  async close(): Promise<void> {
    await this.#amounts?.close();
  }

  async #assertInRate(personId: number, seconds: number | undefined): Promise<void> {
    if (seconds === undefined) return;
    await this.#refusals.run(personId, () => pause(REFUSAL_MS));
    throw this.#refusal(429, chatTexts.tooManySends, seconds);
  }

  async #take(personId: number, bytes: number, isFile: boolean): Promise<void> {
    if (!this.#amounts) return;
    const seconds = isFile
      ? await this.#amounts.takeFile(personId, bytes)
      : await this.#amounts.take(personId, bytes);
    if (seconds !== undefined) throw this.#refusal(429, this.#dailyText, seconds);
  }
}

export const createPersonLimits = (deps: Deps): PersonLimits => new Limits(deps);

/** A send, by the name that makes it repeatable. */
export interface Sent {
  chatUuid: string;
  referenceId: string;
}

interface Repeatable<Content> {
  chatUuid: string;
  referenceId: string | null;
  /** Answers what is stored already, and stores nothing; undefined where nothing is. */
  repeat: (sent: Sent) => Promise<Answer<Content> | undefined>;
}

/** Sends what its sender's limits allow; beyond them a repeat is answered as ever (rules/messages 34). */
export async function withinLimits<Content>(
  ctx: ChatContext,
  viewer: Viewer,
  { chatUuid, referenceId, repeat }: Repeatable<Content>,
  send: (claim: Claim) => Promise<Answer<Content>>,
): Promise<Answer<Content>> {
  try {
    return await countSend(ctx, viewer, send);
  } catch (error) {
    if (!(error instanceof OverLimit) || referenceId === null) throw error;
    const answer = await repeat({ chatUuid, referenceId });
    if (!answer) throw error;
    return answer;
  }
}

async function countSend<Content>(
  ctx: ChatContext,
  viewer: Viewer,
  send: (claim: Claim) => Promise<Answer<Content>>,
): Promise<Answer<Content>> {
  const claim = await ctx.limits.enter(viewer.id);
  try {
    const answer = await ctx.limits.runFew(viewer.id, () => send(claim));
    // The message was a repeat.
    if (answer.status === 200) await claim.cancel();
    return answer;
  } catch (error) {
    claim.refund();
    throw error;
  }
}

// Bytes that a form may have after its file, so that no form is refused for the length of its fields.
const AFTER_THE_FILE = 4 * 2 ** 10;

interface Announced {
  /** Bytes of the form that are still to come, where its length is known. */
  left: number;
  /** Undefined while it may still come. */
  referenceId: string | undefined;
  findChat: () => Promise<string>;
}

/**
 * Refuses a file beyond a limit before it is taken in. A repeat's is dropped instead, and so is one whose reference has
 * not come yet: the send decides when all of the form is here.
 */
export function openFileIntake(ctx: ChatContext, viewer: Viewer, announced: Announced): Intake {
  const { left, referenceId, findChat } = announced;
  const receiving = ctx.limits.receive(viewer.id, Math.max(0, left - AFTER_THE_FILE));
  return {
    async admit(bytes) {
      try {
        await receiving.admit(bytes);
        return undefined;
      } catch (error) {
        if (!(error instanceof OverLimit)) throw error;
        if (referenceId === undefined) return error;
        const sent = { chatUuid: await findChat(), senderId: viewer.id, referenceId };
        if (await isReferenceStored(ctx.db, sent)) return error;
        throw error;
      }
    },
    end: receiving.end,
  };
}
