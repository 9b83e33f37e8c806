import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { every, type Repeated } from '../../shared/every.ts';
import { AnnouncedRooms } from './announced-rooms.ts';
import { type ClusterMessage, parseClusterMessage } from './cluster-messages.ts';
import { createConfirmations } from './confirmations.ts';
import { processName } from './keys.ts';
import type { LocalRooms } from './local-rooms.ts';
import { Losses } from './losses.ts';
import { Membership } from './membership.ts';
import { OlderStream } from './older-stream.ts';
import type { SharedRedis } from './open-redis.ts';
import { OwnMessages } from './own-messages.ts';
import { openRoll, type Roll } from './roll.ts';
import {
  type Audience,
  audienceOf,
  concernsOthers,
  type Note,
  openSending,
  type SendEntry,
  type Sent,
} from './send-entry.ts';
import { type Entry, Subscription } from './subscription.ts';

export interface ClusterListener {
  /** `before`: the highest number that was published in the message's chat before it, where that is known. */
  onMessage(message: ClusterMessage, before?: number): void;
  /** Some messages of other processes will never come here, or are none that this version knows. */
  onMissed(): void;
}

const LATE_MS = 250;
const OLDER_MS = 50;
const HERE: ClusterMessage = ['here'];

/**
 * One order of messages for all processes: Redis passes each on to those that have people in one of its rooms, the sender
 * among them, and each does it when it comes. What cannot be sent is done here all the same, and others are asked to read
 * again once Redis is back.
 */
export class ClusterBus {
  readonly #me = processName(randomUUID());
  readonly #listener: ClusterListener;
  readonly #log: FastifyBaseLogger;
  readonly #roll: Roll;
  readonly #rooms: AnnouncedRooms;
  readonly #losses = new Losses();
  readonly #subscription: Subscription;
  readonly #older: OlderStream;
  readonly #membership: Membership;
  readonly #send: SendEntry;
  readonly #confirmations = createConfirmations();
  readonly #own: OwnMessages;
  #sent = 0;
  /** The number of the last message that opened rooms. */
  #lastOpening = 0;
  #jobs: Repeated[] = [];

  /** Enters the roll and hears from now on. */
  static async open(
    redis: SharedRedis,
    local: LocalRooms,
    listener: ClusterListener,
    log: FastifyBaseLogger,
  ): Promise<ClusterBus> {
    const bus = new ClusterBus(redis, local, listener, log);
    await bus.#subscription.open();
    await bus.#older.beginAtEnd();
    await bus.#membership.enter();
    const ignore = () => {};
    bus.#jobs = [
      every(LATE_MS, async () => bus.#own.deliverLate(), ignore),
      every(LATE_MS, (signal) => bus.#readOlder(signal), ignore),
    ];
    return bus;
  }

  private constructor(
    redis: SharedRedis,
    local: LocalRooms,
    listener: ClusterListener,
    log: FastifyBaseLogger,
  ) {
    this.#listener = listener;
    this.#log = log;
    this.#roll = openRoll(redis, this.#me);
    this.#rooms = new AnnouncedRooms(redis, this.#me, local);
    this.#send = openSending(redis.commands);
    this.#own = new OwnMessages((number, message, before) => {
      this.#deliver(message, before);
      this.#confirmations.confirm(number, this.#me);
    });
    const onEntry = (entry: Entry) => this.#take(entry);
    this.#subscription = new Subscription(redis, this.#me, {
      onEntry,
      onGap: () => this.#membership.lose(),
      onInterrupted: () => this.#interrupt(),
      onBack: () => {
        this.#membership.suspect();
        this.#interrupt();
      },
    });
    this.#older = new OlderStream(redis, { onEntry, onMissed: () => this.#membership.miss() });
    const parts = { roll: this.#roll, rooms: this.#rooms, losses: this.#losses };
    this.#membership = new Membership(
      { ...parts, subscription: this.#subscription },
      {
        onEntered: () => this.#own.deliver(this.#sent),
        onMissed: () => listener.onMissed(),
        onMissedElsewhere: (ms) => void this.#append(['missed', ms], 'others'),
      },
    );
  }

  send(message: ClusterMessage): void {
    this.#append(message, audienceOf(message));
  }

  /** Settles once every process has done it; when some do not answer, after a while. */
  sendConfirmed(message: ClusterMessage): Promise<void> {
    const number = this.#append(message, 'all', ['confirm', '']);
    return this.#confirmations.all(number, this.#everybody());
  }

  /** Settles once what is published to the rooms comes here, and what moved people before that has been done. */
  async openRooms(rooms: Iterable<string>): Promise<void> {
    const missing = this.#rooms.missing(rooms);
    if (missing.length > 0) this.#lastOpening = this.#append(HERE, { opening: missing });
    // Others may just have opened the same.
    await this.#own.read(this.#lastOpening);
  }

  /** True while messages do not get through to other processes, or theirs to here. */
  isPartitioned(): boolean {
    return !this.#membership.holds || !this.#subscription.isOpen;
  }

  async close(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.close()));
    this.#confirmations.close();
    const ms = this.#losses.age();
    if (ms !== undefined) this.#append(['missed', ms], 'others');
    await this.#membership.leave();
    await this.#subscription.close();
    this.#own.deliver(this.#sent);
  }

  /** Throws when Redis has lost the roll: the processes that are not back on it would not be waited for. */
  async #everybody(): Promise<string[]> {
    const names = await this.#roll.names();
    if (!names.includes(this.#me)) throw new Error('the roll is lost');
    return names;
  }

  #append(message: ClusterMessage, audience: Audience, note?: Note): number {
    const number = ++this.#sent;
    if (audience !== 'others') this.#own.add(number, message);
    const hasLost = this.#losses.expect(1);
    this.#send({ by: this.#me, number, message, audience, note }).then(
      (sent) => {
        if (hasLost(sent.total) || !sent.isListed) this.#membership.lose();
        this.#onSent(number, audience, sent);
      },
      () => this.#onFailed(number, audience),
    );
    return number;
  }

  #onSent(number: number, audience: Audience, { isOwn, isListed }: Sent): void {
    this.#losses.taken();
    if (audience === 'others') this.#losses.settled();
    if (typeof audience !== 'string' && 'opening' in audience) this.#rooms.add(audience.opening);
    if (!isListed || !this.#subscription.isOpen) this.#own.deliver(number);
    else if (!isOwn) this.#own.drop(number);
  }

  #onFailed(number: number, audience: Audience): void {
    if (concernsOthers(audience)) this.#losses.refused();
    this.#membership.suspect();
    this.#interrupt(number);
  }

  /** What was sent up to then is done here without waiting for its place among the others'. */
  #interrupt(upTo = this.#sent): void {
    // Who waited for what was said before they came has not heard it.
    if (this.#own.isAwaited) this.#membership.lose();
    this.#own.deliver(upTo);
  }

  #deliver(message: ClusterMessage, before?: number): void {
    try {
      this.#listener.onMessage(message, before);
      // Redis has the room already for those here that it knew of.
      if (message[0] === 'join') void this.openRooms([message[2]]);
    } catch (error) {
      this.#log.error({ err: error, verb: message[0] }, 'a message could not be delivered');
    }
  }

  #take({ by, number, text, note, value, before }: Entry): void {
    if (by === this.#me) {
      this.#own.deliver(number, before);
      return;
    }
    const message = parseClusterMessage(text);
    if (message) this.#deliver(message, before);
    if (note === 'confirm') this.#append(HERE, { process: by }, ['done', `${by}:${number}`]);
    if (note === 'done') this.#takeConfirmation(by, value);
    if (message?.[0] === 'missed') this.#membership.miss(message[1]);
    if (!message) this.#membership.miss();
  }

  #takeConfirmation(by: string, value: string): void {
    const [whose, which] = value.split(':');
    if (whose === this.#me) this.#confirmations.confirm(Number(which), by);
  }

  async #readOlder(signal: AbortSignal): Promise<void> {
    // Once more when the last of them has ended.
    for (let isOver = !this.#membership.hasOlder; !isOver && !signal.aborted; ) {
      await pause(OLDER_MS);
      isOver = !this.#membership.hasOlder;
      await this.#older.read();
    }
  }
}
