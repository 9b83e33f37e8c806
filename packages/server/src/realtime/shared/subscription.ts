import { every, type Repeated } from '../../shared/every.ts';
import { type Letter, readLetter } from './envelope.ts';
import { channelOf } from './keys.ts';
import type { SharedRedis } from './open-redis.ts';

export interface SubscriptionListener {
  /** Gives whether Redis has counted it; undefined is what is no entry. */
  onEntry(letter: Letter | undefined): boolean;
  /** Some entries will never come here, or Redis has lost count of them. */
  onGap(): void;
  /** Redis does not answer. */
  onInterrupted(): void;
  /** What was sent meanwhile is lost, if anything was. */
  onBack(): void;
}

/** Hears what is sent to this process. Entries are numbered, so that those which were lost on the way show as a gap. */
export class Subscription {
  readonly #redis: SharedRedis;
  readonly #channel: string;
  readonly #listener: SubscriptionListener;
  /** The number of the last entry; undefined when any may be the next. */
  #count: number | undefined = 0;
  #isOpen = false;
  #pinging: Repeated | undefined;

  constructor(redis: SharedRedis, me: string, listener: SubscriptionListener) {
    this.#redis = redis;
    this.#channel = channelOf(me);
    this.#listener = listener;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of the last entry that came. */
  get count(): number {
    return this.#count ?? 0;
  }

  async open(): Promise<void> {
    const { subscriber, pingMs } = this.#redis;
    subscriber.on('messageBuffer', (_, payload: Buffer) => this.#take(payload));
    subscriber.on('close', () => this.#interrupt());
    subscriber.on('ready', () => void this.#resume());
    await subscriber.subscribe(this.#channel);
    this.#isOpen = true;
    // A connection that says nothing for too long is closed.
    const ignore = () => {};
    this.#pinging = every(pingMs, () => subscriber.ping(), ignore);
  }

  /** Redis counts anew. While the line is open, some of what it has sent since may have come already. */
  restart(): void {
    this.#count = this.#isOpen ? undefined : 0;
  }

  async close(): Promise<void> {
    await this.#pinging?.close();
    this.#redis.subscriber.disconnect();
  }

  #interrupt(): void {
    this.#isOpen = false;
    this.#count ??= 0;
    this.#listener.onInterrupted();
  }

  async #resume(): Promise<void> {
    const { subscriber } = this.#redis;
    try {
      await subscriber.subscribe(this.#channel);
      this.#isOpen = true;
      this.#listener.onBack();
    } catch {
      const isReconnecting = true;
      subscriber.disconnect(isReconnecting);
    }
  }

  #take(payload: Buffer): void {
    const letter = readLetter(payload);
    // Whoever put an entry in between has no say in what comes next; one that was put in place of another shows as a gap.
    if (!this.#listener.onEntry(letter) || !letter) return;
    const last = this.#count;
    this.#count = letter.count;
    if (last !== undefined && letter.count !== last + 1) this.#listener.onGap();
  }
}
