import { randomUUID } from 'node:crypto';
import type { SessionEndReason } from '@chat/contract/session';
import type { FastifyBaseLogger } from 'fastify';
import { every, type Job } from '../../jobs/worker.ts';
import type { Rejection } from '../publish.ts';
import {
  type Audience,
  addresseeOf,
  audienceOf,
  type ClusterMessage,
  concernsOthers,
  openSending,
  parseClusterMessage,
  type SendEntry,
  type Sent,
} from './cluster-messages.ts';
import type { SharedRedis } from './open-redis.ts';
import {
  Confirmations,
  isToEverybody,
  KnownProcesses,
  type RedisEntry,
  Rejections,
  type Seal,
} from './other-processes.ts';
import {
  type LocalRooms,
  openProcessRegistry,
  type ProcessRegistry,
  RoomDirectory,
  Subscription,
} from './process-in-redis.ts';
import { ClusterRegistration, OwnMessages, UndeliveredTracker } from './registration.ts';

export interface ClusterListener {
  /** `before`: the highest number that was published in the message's chat before it, where that is known. */
  onMessage(message: ClusterMessage, before?: number): void;
  /** Some messages of other processes will never come here, or are none that this version knows. */
  onMissed(): void;
}

const LATE_MS = 250;
const HERE: ClusterMessage = ['here'];

/**
 * One order of messages for all processes: Redis passes each on to those that have people in one of its rooms, the
 * sender among them, and each does it when it comes. An unsent message is done here all the same, and others are
 * asked to read again once Redis is back. Redis itself is not trusted: its entries are sealed (docs/decisions/0008).
 */
export class ClusterBus {
  /** Drawn at each start, so that nothing which was sealed before is for this process. */
  readonly #me = randomUUID();
  readonly #listener: ClusterListener;
  readonly #log: FastifyBaseLogger;
  readonly #registry: ProcessRegistry;
  readonly #rooms: RoomDirectory;
  readonly #losses = new UndeliveredTracker();
  readonly #subscription: Subscription;
  readonly #registration: ClusterRegistration;
  readonly #seal: Seal;
  readonly #send: SendEntry;
  readonly #known: KnownProcesses;
  readonly #rejections: Rejections;
  readonly #confirmations = new Confirmations();
  readonly #own: OwnMessages;
  /** Until the others are known, their entries are for nobody here. */
  #isBeginning = true;
  #sent = 0;
  /** How many of them were for everybody. */
  #broadcasts = 0;
  /** The number of the last message that opened rooms. */
  #lastOpening = 0;
  #late: Job | undefined;

  /** Enters the registry and hears from now on. */
  static async open(
    redis: SharedRedis,
    local: LocalRooms,
    listener: ClusterListener,
    log: FastifyBaseLogger,
  ): Promise<ClusterBus> {
    const bus = new ClusterBus(redis, local, listener, log);
    await bus.#subscription.open();
    await bus.#registration.enter();
    await bus.#meetAll();
    bus.#late = every(
      LATE_MS,
      async () => bus.#own.deliverLate(),
      () => {},
    );
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
    this.#registry = openProcessRegistry(redis, this.#me);
    this.#rooms = new RoomDirectory(redis, this.#me, local);
    this.#send = openSending(redis);
    this.#own = new OwnMessages((number, message, before) => {
      this.#deliver(message, before);
      this.#confirmations.confirm(number, this.#me);
    });
    const seal = redis.secrets.sealOf(this.#me);
    this.#seal = seal;
    this.#known = new KnownProcesses(this.#me, redis.secrets, {
      ...seal,
      open: (envelope, sealed) =>
        this.#own.isWaiting(envelope.number, sealed) ? '' : seal.open(envelope, sealed),
    });
    this.#rejections = new Rejections(log, (by) => this.#handshake(by, 'ask'));
    this.#subscription = new Subscription(redis, this.#me, {
      onEntry: (entry) => this.#take(entry),
      onGap: () => this.#registration.markUnregistered(),
      onInterrupted: () => this.#interrupt(),
      onBack: () => {
        this.#registration.markUnverified();
        this.#interrupt();
      },
    });
    const parts = { registry: this.#registry, rooms: this.#rooms, losses: this.#losses };
    this.#registration = new ClusterRegistration(
      { ...parts, subscription: this.#subscription },
      {
        onEntered: () => {
          this.#known.beginAnew();
          this.#own.deliver(this.#sent);
        },
        onMissed: () => listener.onMissed(),
        onMissedElsewhere: (ms) => void this.#append(['missed', ms], 'others'),
      },
    );
  }

  /** How many entries were not done, by the reason. */
  get rejected(): Record<Rejection, number> {
    return this.#rejections.counts;
  }

  send(message: ClusterMessage): void {
    this.#append(message, audienceOf(message));
  }

  /** Settles once every process has done it; when some do not answer, after a while. */
  endSessions(sessionIds: number[], reason: SessionEndReason): Promise<void> {
    const number = this.#append(['endSessions', sessionIds, reason], 'all');
    return this.#confirmations.all(number, this.#everybody());
  }

  /** Settles once what is published to the rooms comes here, and what moved people before that has been done. */
  async subscribeRooms(rooms: Iterable<string>): Promise<void> {
    const missing = this.#rooms.missing(rooms);
    if (missing.length > 0) this.#lastOpening = this.#append(HERE, { opening: missing });
    // Others may just have opened the same.
    await this.#own.read(this.#lastOpening);
  }

  /** True while messages do not get through to other processes, or theirs to here. */
  isPartitioned(): boolean {
    return !this.#registration.holds || !this.#subscription.isOpen;
  }

  async close(): Promise<void> {
    await this.#late?.close();
    this.#confirmations.close();
    const ms = this.#losses.age();
    if (ms !== undefined) this.#append(['missed', ms], 'others');
    await this.#registration.leave();
    await this.#subscription.close();
    this.#own.deliver(this.#sent);
  }

  /** Throws when Redis has lost the registry: the processes that are not back on it would not be waited for. */
  async #everybody(): Promise<string[]> {
    const names = await this.#registry.names();
    if (!names.includes(this.#me)) throw new Error('the registry is lost');
    return names;
  }

  async #meetAll(): Promise<void> {
    const others = (await this.#registry.names()).filter((name) => name !== this.#me);
    for (const name of others) this.#handshake(name, 'ask');
    await this.#known.handshake(others);
    this.#isBeginning = false;
  }

  #handshake(name: string, how: 'ask' | 'answer'): void {
    this.#append(['meet', how], { process: name });
  }

  #append(message: ClusterMessage, audience: Audience): number {
    const number = ++this.#sent;
    const to = addresseeOf(audience, this.#me);
    if (isToEverybody(to)) this.#broadcasts++;
    const envelope = { by: this.#me, number, broadcasts: this.#broadcasts, to };
    const sealed = this.#seal.close(envelope, JSON.stringify(message));
    if (audience !== 'others') this.#own.add(number, message, sealed);
    const hasLost = this.#losses.expect(1);
    this.#send({ envelope, sealed, message, audience }).then(
      (sent) => {
        if (hasLost(sent.total) || !sent.isListed) this.#registration.markUnregistered();
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
    this.#registration.markUnverified();
    this.#interrupt(number);
  }

  /** Applies messages sent up to then here, without waiting for their place among the others'. */
  #interrupt(upTo = this.#sent): void {
    // A client that waited for earlier messages has not received them.
    if (this.#own.isAwaited) this.#registration.markUnregistered();
    this.#own.deliver(upTo);
  }

  #deliver(message: ClusterMessage, before?: number): void {
    try {
      this.#listener.onMessage(message, before);
      // Redis has the room already for those here that it knew of.
      if (message[0] === 'join') void this.subscribeRooms([message[2]]);
    } catch (error) {
      this.#log.error({ err: error, verb: message[0] }, 'a message could not be delivered');
    }
  }

  /** Returns whether it is one that Redis has counted. */
  #take(entry: RedisEntry | undefined): boolean {
    const read = entry ? this.#known.read(entry) : 'forged';
    if (typeof read === 'string') {
      if (this.#isBeginning && read === 'stranger') return true;
      this.#rejections.add(read, entry?.by);
      return false;
    }
    if (!entry) return false;
    if (read.isAfterGap) this.#registration.markUnregistered();
    if (entry.by === this.#me) this.#own.deliver(entry.number, entry.before);
    else this.#receive(entry, read.text);
    return true;
  }

  #receive({ by, number, before }: RedisEntry, text: string): void {
    const message = parseClusterMessage(text);
    if (!message) {
      this.#registration.markMissed();
      return;
    }
    this.#deliver(message, before);
    const [verb, value] = message;
    if (verb === 'endSessions') this.#append(['done', number], { process: by });
    if (verb === 'done') this.#confirmations.confirm(value, by);
    if (verb === 'missed') this.#registration.markMissed(value);
    if (verb === 'meet' && value === 'ask') this.#handshake(by, 'answer');
  }
}
