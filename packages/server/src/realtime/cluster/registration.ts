import { setImmediate as afterReading } from 'node:timers/promises';
import { every, type Job } from '../../jobs/worker.ts';
import { tokenBucket } from '../../security/limiter.ts';
import type { ClusterMessage } from './cluster-messages.ts';
import type {
  ProcessRegistry,
  RegistrationStatus,
  RoomDirectory,
  Subscription,
} from './process-in-redis.ts';

/*
 * Whether this process and the others still hear each other: its place in Redis, what it has sent that others may lack,
 * and its own messages until they come back in the common order.
 */

interface Parts {
  registry: ProcessRegistry;
  rooms: RoomDirectory;
  subscription: Subscription;
  losses: UndeliveredTracker;
}

interface MembershipListener {
  /** Redis knows this process again, and none of its rooms. */
  onEntered(): void;
  /** Clients here have missed something. */
  onMissed(): void;
  /** Others have not got what was sent here so many ms ago, or before. */
  onMissedElsewhere(ms: number): void;
}

const RETRY_MS = 250;
const RENEW_MS = 2_000;
// A sent entry is here by then, or is lost on the way.
const COME_MS = 500;
// Whoever spoils what Redis counts does not keep people reading all the time.
const RESYNCS_IN_A_ROW = 5;
const RESYNCS_A_MINUTE = 3;

/** Whether Redis knows this process and its rooms, so that messages come here; and what is done when it does not. */
export class ClusterRegistration {
  readonly #parts: Parts;
  readonly #listener: MembershipListener;
  /** This process in Redis at the last question, the time of the question, and the number of entries by then. */
  #status: RegistrationStatus = { isLost: false, total: 0, count: 0, rooms: 0 };
  #standingAt = 0;
  #countThen = 0;
  /** A line to Redis was away: it is to be asked what it knows. */
  #isUnsure = false;
  #isLost = false;
  #missedAt = -Infinity;
  /** Clients have missed something, and were asked too often of late. */
  #owes = false;
  readonly #pace = tokenBucket({ aSecond: RESYNCS_A_MINUTE / 60, burst: RESYNCS_IN_A_ROW });
  #jobs: Job[] = [];

  constructor(parts: Parts, listener: MembershipListener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  async enter(): Promise<void> {
    await this.#enter();
    const markUnverified = () => this.markUnverified();
    this.#jobs = [
      every(RETRY_MS, () => this.#repair(), markUnverified),
      every(RENEW_MS, () => this.#renewUnlessLost(), markUnverified),
    ];
  }

  async leave(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.close()));
    await this.#parts.registry.leave();
  }

  /** Whether messages come here, as far as this process knows. */
  get holds(): boolean {
    return !this.#isLost && !this.#isUnsure;
  }

  /** Redis may have been away. */
  markUnverified(): void {
    this.#isUnsure = true;
  }

  /** Messages do not come here, or not all of them. */
  markUnregistered(): void {
    this.#isLost = true;
  }

  /** Clients here have missed something; those of the last `ms` may have been asked to read again since. */
  markMissed(ms = 0): void {
    // This process asks once Redis knows it.
    if (this.#isLost || this.#missedAt > performance.now() - ms) return;
    this.#owes = this.#pace('clients') > 0;
    if (this.#owes) return;
    this.#missedAt = performance.now();
    this.#listener.onMissed();
  }

  async #renew(): Promise<void> {
    const { registry, rooms, losses, subscription } = this.#parts;
    const [hasLost, { count }, { size }] = [losses.expect(0), subscription, rooms];
    this.#status = await registry.renew();
    this.#standingAt = performance.now();
    this.#countThen = subscription.count;
    this.#isUnsure = false;
    const { isLost, total } = this.#status;
    const hasForgotten = this.#status.count < count || this.#status.rooms < size;
    if (hasLost(total) || isLost || hasForgotten) this.#isLost = true;
    await rooms.removeLeft(subscription.count);
  }

  /** A lost one is about to enter again. */
  async #renewUnlessLost(): Promise<void> {
    if (!this.#isLost) await this.#renew();
  }

  async #repair(): Promise<void> {
    if (this.#isUnsure) await this.#renew();
    await this.#noticeMissed();
    if (this.#isLost) await this.#enterAgain();
    if (this.#owes) this.markMissed();
    const ms = this.#parts.losses.age();
    if (ms !== undefined) this.#listener.onMissedElsewhere(ms);
  }

  async #enter(): Promise<void> {
    this.#status = await this.#parts.registry.enter();
    this.#parts.losses.begin(this.#status.total);
  }

  async #enterAgain(): Promise<void> {
    await this.#enter();
    this.#parts.rooms.clear();
    this.#parts.subscription.restart();
    this.#isLost = false;
    this.#listener.onEntered();
    // Clients that are sent away open their rooms again when they come back.
    this.markMissed();
  }

  /** Entries that Redis had counted a while ago have not come, nor any other since, which would show them as a gap. */
  async #noticeMissed(): Promise<void> {
    const { subscription } = this.#parts;
    // A process that was held up reads first what has come meanwhile.
    await afterReading();
    if (performance.now() - this.#standingAt < COME_MS || !subscription.isOpen) return;
    const { count } = subscription;
    if (count === this.#countThen && count < this.#status.count) this.#isLost = true;
  }
}

/**
 * Messages of this process that others have not got: Redis did not take them, or has lost them since. Redis counts all
 * that is sent; one that counts fewer than it did has lost the last of it.
 */
export class UndeliveredTracker {
  #total = 0;
  #beginnings = 0;
  /** When the last message was sent that Redis took. */
  #sentAt = 0;
  /** When the last one was sent that others may not have got. */
  #lostAt: number | undefined;

  /** Redis counts from here on. */
  begin(total: number): void {
    this.#total = total;
    this.#beginnings++;
  }

  /**
   * Call before Redis is asked, and the result with the total that it answers, which must be greater by `more` at
   * least: gives whether it has lost something.
   */
  expect(more: number): (total: number) => boolean {
    const [least, beginnings] = [this.#total + more, this.#beginnings];
    return (total) => {
      if (beginnings !== this.#beginnings) return false;
      this.#total = Math.max(this.#total, total);
      if (total >= least) return false;
      this.#lostAt = Math.max(this.#sentAt, this.#lostAt ?? 0);
      return true;
    };
  }

  taken(): void {
    this.#sentAt = performance.now();
  }

  refused(): void {
    this.#lostAt = performance.now();
  }

  /** Others know. */
  settled(): void {
    this.#lostAt = undefined;
  }

  /**
   * Returns how many ms ago the last message was sent that others may not have got; earlier ones may be missing, too.
   * Undefined where nothing is missing.
   */
  age(): number | undefined {
    return this.#lostAt === undefined ? undefined : Math.ceil(performance.now() - this.#lostAt);
  }
}

type Deliver = (number: number, message: ClusterMessage, before: number | undefined) => void;

interface Waiting {
  message: ClusterMessage;
  sealed: Buffer;
  since: number;
}

// Own messages wait no longer than this for their place in the common order.
const ECHO_TIMEOUT_MS = 500;

/** The messages that this process has sent and not yet read itself, by their numbers. */
export class OwnMessages {
  readonly #deliver: Deliver;
  readonly #waiting = new Map<number, Waiting>();
  #readers: { number: number; settle: () => void }[] = [];
  #readUpTo = 0;

  constructor(deliver: Deliver) {
    this.#deliver = deliver;
  }

  /** Whether somebody waits until one is read. */
  get isAwaited(): boolean {
    return this.#readers.length > 0;
  }

  add(number: number, message: ClusterMessage, sealed: Buffer): void {
    this.#waiting.set(number, { message, sealed, since: Date.now() });
  }

  /** Whether it is one that waits, byte for byte: quicker than to open its seal. */
  isWaiting(number: number, sealed: Buffer): boolean {
    return this.#waiting.get(number)?.sealed.equals(sealed) ?? false;
  }

  /** Settles once it has been read here, or never will be. */
  read(number: number): Promise<void> {
    if (number <= this.#readUpTo) return Promise.resolve();
    return new Promise((settle) => {
      this.#readers.push({ number, settle });
    });
  }

  /** This process does not apply the entry. */
  drop(number: number): void {
    this.#waiting.delete(number);
  }

  /** Delivers all up to that number, which came after `before` in its chat. */
  deliver(upTo: number, before?: number): void {
    this.#deliverWaiting(upTo, before);
    this.#readUpTo = Math.max(this.#readUpTo, upTo);
    if (this.#readers.length === 0) return;
    const read = this.#readers.filter(({ number }) => number <= upTo);
    this.#readers = this.#readers.filter(({ number }) => number > upTo);
    for (const { settle } of read) settle();
  }

  /** Delivers those that have waited for too long. */
  deliverLate(): void {
    const late = Date.now() - ECHO_TIMEOUT_MS;
    for (const [number, { since }] of this.#waiting) {
      if (since > late) return;
      this.#deliverWaiting(number);
    }
  }

  #deliverWaiting(upTo: number, before?: number): void {
    for (const [number, { message }] of this.#waiting) {
      if (number > upTo) return;
      this.#waiting.delete(number);
      this.#deliver(number, message, number === upTo ? before : undefined);
    }
  }
}
