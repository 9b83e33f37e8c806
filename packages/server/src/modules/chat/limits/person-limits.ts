import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../config/env.ts';
import type { Database } from '../../../db/database.ts';
import type { SharedRedis } from '../../../realtime/shared/open-redis.ts';
import { httpTexts } from '../../../shared/http.texts.ts';
import type { Staging } from '../../../storage/staging.ts';
import type { Claim, PersonLimits, Receiving } from '../context.ts';
import { chatTexts } from '../texts/chat.texts.ts';
import { DailyAmounts } from './daily-amounts.ts';
import { OverLimit } from './over-limit.ts';
import { createSendRate, type SendRate } from './send-rate.ts';

// A disk is not emptied at once.
const DISK_SECONDS = 30;

interface Deps {
  config: Pick<Config, 'sendRate' | 'dailyMegabytes'>;
  db: Database;
  redis: SharedRedis | undefined;
  staging: Staging;
  log: FastifyBaseLogger;
}

class Limits implements PersonLimits {
  readonly #rate: SendRate;
  readonly #amounts: DailyAmounts | undefined;
  readonly #staging: Staging;
  readonly #dailyText: string;

  constructor({ config, db, redis, staging, log }: Deps) {
    const { sendRate, dailyMegabytes } = config;
    this.#rate = createSendRate(sendRate, redis);
    this.#amounts =
      dailyMegabytes === 0 ? undefined : new DailyAmounts(db, dailyMegabytes * 2 ** 20, log);
    this.#staging = staging;
    this.#dailyText = chatTexts.dailyLimit(dailyMegabytes);
  }

  async enter(personId: number): Promise<Claim> {
    this.#assertInRate(await this.#rate.take(personId));
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
        await this.#rate.giveBack(personId);
      },
    };
  }

  receive(personId: number, expected: number): Receiving {
    let came = 0;
    let held = 0;
    return {
      admit: async (bytes) => {
        if (came === 0) this.#assertInRate(await this.#rate.look(personId));
        const missing = came + bytes > held ? Math.max(expected, came + bytes) - held : 0;
        const seconds = missing > 0 ? await this.#amounts?.arriving(personId, missing) : undefined;
        if (seconds !== undefined) throw new OverLimit(429, this.#dailyText, seconds);
        held += missing;
        if (!(await this.#staging.takeRoom(bytes, Math.max(bytes, expected - came)))) {
          throw new OverLimit(503, httpTexts.diskFull, DISK_SECONDS);
        }
        came += bytes;
      },
      end: () => this.#amounts?.arrived(personId, held),
    };
  }

  async close(): Promise<void> {
    await this.#amounts?.close();
  }

  #assertInRate(seconds: number | undefined): void {
    if (seconds !== undefined) throw new OverLimit(429, chatTexts.tooManySends, seconds);
  }

  async #take(personId: number, bytes: number, isFile: boolean): Promise<void> {
    if (!this.#amounts) return;
    const seconds = isFile
      ? await this.#amounts.takeFile(personId, bytes)
      : await this.#amounts.take(personId, bytes);
    if (seconds !== undefined) throw new OverLimit(429, this.#dailyText, seconds);
  }
}

export const createPersonLimits = (deps: Deps): PersonLimits => new Limits(deps);
