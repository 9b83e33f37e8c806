import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { dropOldest } from '../../shared/drop-oldest.ts';
import { type ClusterMessage, parseClusterMessage } from './cluster-messages.ts';
import { createConfirmations } from './confirmations.ts';
import type { SharedRedis } from './open-redis.ts';
import { openRoll, type Roll } from './roll.ts';

export interface ClusterListener {
  onMessage(message: ClusterMessage): void;
  /** Some messages of other processes will never come here, or are none that this version knows. */
  onMissed(): void;
}

const STREAM = 'web-chat:facts';
// Some ten seconds of the busiest hour; a process further behind misses some, and notices.
const MAX_KEPT = 10_000;
const MAX_READ = 500;
// Own messages wait no longer than this for their place in the common order.
const ECHO_TIMEOUT_MS = 500;
const RETRY_MS = 250;
const MAX_PROCESSES = 1_000;
const EMPTY = '0-0';

const HERE: ClusterMessage = ['here'];
// What an entry may carry besides its message: it wants to be confirmed, or confirms another one.
const CONFIRM = 'confirm';
const DONE = 'done';

/**
 * One order of messages for all processes, in one Redis stream: each reads the others' and its own there. An entry carries
 * its process's next number, so whatever is lost on the way (a Redis that was away or lost its data, a reader too far
 * behind) shows as a gap. What cannot be sent is done here all the same.
 */
export class ClusterStream {
  readonly #me = randomUUID();
  readonly #redis: SharedRedis;
  readonly #listener: ClusterListener;
  readonly #log: FastifyBaseLogger;
  readonly #roll: Roll;
  readonly #confirmations = createConfirmations();
  /** Own messages that have not come back yet, by their numbers. */
  readonly #pending = new Map<number, { message: ClusterMessage; since: number }>();
  /** Of each other process, the number of its last entry. */
  readonly #lastNumbers = new Map<string, number>();
  #sent = 0;
  #position = EMPTY;
  #isReading = true;
  #hasFailed = false;
  #isClosed = false;
  #reading: Promise<void> = Promise.resolve();
  #watching: NodeJS.Timeout | undefined;

  /** Enters the roll and reads from now on. */
  static async open(
    redis: SharedRedis,
    listener: ClusterListener,
    log: FastifyBaseLogger,
  ): Promise<ClusterStream> {
    const stream = new ClusterStream(redis, listener, log);
    await stream.#roll.enter();
    stream.#position = await stream.#lastId();
    stream.#watching = setInterval(() => stream.#watch(), RETRY_MS);
    stream.#reading = stream.#readAll();
    stream.send(HERE);
    return stream;
  }

  private constructor(redis: SharedRedis, listener: ClusterListener, log: FastifyBaseLogger) {
    this.#redis = redis;
    this.#listener = listener;
    this.#log = log;
    this.#roll = openRoll(redis, this.#me);
  }

  send(message: ClusterMessage): void {
    this.#append(message);
  }

  /** Settles once every process has done it; when some do not answer, after a while. */
  sendConfirmed(message: ClusterMessage): Promise<void> {
    const number = this.#append(message, CONFIRM, '');
    return this.#confirmations.all(number, this.#everybody());
  }

  /** True while messages do not get through to other processes, or theirs to here. */
  isPartitioned(): boolean {
    return this.#hasFailed || !this.#isReading;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watching);
    this.#confirmations.close();
    await this.#roll.close();
    this.#redis.reader.disconnect();
    await this.#reading;
    this.#deliverOwn(this.#sent);
  }

  async #lastId(): Promise<string> {
    const [last] = await this.#redis.commands.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    return last?.[0] ?? EMPTY;
  }

  /** Throws when Redis has lost the roll: the processes that are not back on it would not be waited for. */
  async #everybody(): Promise<string[]> {
    const names = await this.#roll.names();
    if (!names.includes(this.#me)) throw new Error('the roll is lost');
    return names;
  }

  #append(message: ClusterMessage, ...more: string[]): number {
    const number = ++this.#sent;
    this.#pending.set(number, { message, since: Date.now() });
    const entry = ['by', this.#me, 'number', number, 'fact', JSON.stringify(message), ...more];
    this.#redis.commands.xadd(STREAM, 'MAXLEN', '~', MAX_KEPT, '*', ...entry).then(
      () => {
        this.#hasFailed = false;
        if (!this.#isReading) this.#deliverOwn(number);
      },
      () => {
        this.#hasFailed = true;
        this.#deliverOwn(number);
      },
    );
    return number;
  }

  #deliver(message: ClusterMessage): void {
    try {
      this.#listener.onMessage(message);
    } catch (error) {
      this.#log.error({ err: error, verb: message[0] }, 'a message could not be delivered');
    }
  }

  #deliverOwn(upTo: number): void {
    for (const [number, { message }] of this.#pending) {
      if (number > upTo) return;
      this.#pending.delete(number);
      this.#deliver(message);
      this.#confirmations.confirm(number, this.#me);
    }
  }

  #take([, by = '', , number, , text = '', more, value = '']: string[]): void {
    if (by === this.#me) {
      this.#deliverOwn(Number(number));
      return;
    }
    const last = this.#lastNumbers.get(by);
    this.#lastNumbers.delete(by);
    this.#lastNumbers.set(by, Number(number));
    dropOldest(this.#lastNumbers, MAX_PROCESSES);
    const message = parseClusterMessage(text);
    if (message) this.#deliver(message);
    if (more === CONFIRM) this.#append(HERE, DONE, `${by}:${number}`);
    if (more === DONE) this.#takeConfirmation(by, value);
    const isGap = last !== undefined && Number(number) > last + 1;
    if (isGap || !message) this.#listener.onMissed();
  }

  #takeConfirmation(by: string, value: string): void {
    const [whose, which] = value.split(':');
    if (whose === this.#me) this.#confirmations.confirm(Number(which), by);
  }

  /** After an interruption: on from where it was, if the stream still knows that place. */
  async #resume(): Promise<void> {
    await this.#roll.enter();
    const at = this.#position;
    const isKnown = at === EMPTY || (await this.#redis.reader.xrange(STREAM, at, at)).length > 0;
    if (!isKnown) {
      this.#position = await this.#lastId();
      this.#lastNumbers.clear();
      this.#listener.onMissed();
    }
    this.#isReading = true;
  }

  async #readOn(): Promise<void> {
    if (!this.#isReading) await this.#resume();
    const { reader, readMs } = this.#redis;
    const wait = ['COUNT', MAX_READ, 'BLOCK', readMs, 'STREAMS'] as const;
    const [stream] = (await reader.xread(...wait, STREAM, this.#position)) ?? [];
    for (const [id, fields] of stream?.[1] ?? []) {
      this.#position = id;
      this.#take(fields);
    }
  }

  async #readAll(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#readOn();
      } catch {
        this.#isReading = false;
        this.#deliverOwn(this.#sent);
        if (!this.#isClosed) await pause(RETRY_MS);
      }
    }
  }

  /** Tries Redis again while it fails, and does not let own messages wait too long. */
  #watch(): void {
    if (this.#hasFailed) this.send(HERE);
    const late = Date.now() - ECHO_TIMEOUT_MS;
    for (const [number, { since }] of this.#pending) {
      if (since > late) return;
      this.#deliverOwn(number);
    }
  }
}
