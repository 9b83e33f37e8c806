import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CountEvents, Realtime } from '../publish.ts';
import { ClusterBus } from './cluster-bus.ts';
import { applyLocally, type ClusterMessage, positionOf } from './cluster-messages.ts';
import type { SharedRedis } from './open-redis.ts';
import type { LocalRooms } from './process-in-redis.ts';

/**
 * Shares the realtime among all processes: what one broadcasts, those that it concerns do with their own sockets, all
 * in one order.
 */
export async function shareRealtime(
  local: Realtime,
  rooms: LocalRooms,
  redis: SharedRedis,
  log: FastifyBaseLogger,
  countEvents: CountEvents = () => {},
): Promise<Realtime & { close(): Promise<void> }> {
  const buffer = new ReorderBuffer((message) => applyLocally(local, message));
  const bus = await ClusterBus.open(
    redis,
    rooms,
    {
      onMessage: (message, before) => buffer.add(message, before),
      onMissed() {
        log.warn('messages of other processes were missed: clients read again');
        local.resync();
      },
    },
    log,
  );
  const broadcast = (message: ClusterMessage) => {
    const [, whom] = message;
    if (Array.isArray(whom) && whom.length === 0) return;
    bus.send(message);
  };
  return {
    ...local,
    publish(rooms, event, ...more) {
      countEvents(event, 1);
      broadcast(['publish', rooms, event, ...more]);
    },
    publishEach(rooms, event, payloads) {
      countEvents(event, payloads.length);
      if (payloads.length > 0) broadcast(['publish', rooms, event, payloads]);
    },
    join: (...given) => broadcast(['join', ...given]),
    leave: (userUuids, room) => broadcast(['leave', userUuids, room]),
    async endSessions(sessionIds, reason) {
      if (sessionIds.length > 0) await bus.endSessions(sessionIds, reason);
    },
    changeUsers: (userIds) => broadcast(['changeUsers', userIds]),
    changeHours: (userIds) => broadcast(['changeHours', userIds]),
    resync: () => broadcast(['readAgain']),
    subscribeRooms: (names) => bus.subscribeRooms(names),
    isPartitioned: () => bus.isPartitioned(),
    check: redis.check,
    rejected: () => bus.rejected,
    async close() {
      await bus.close();
      buffer.close();
    },
  };
}

// A late number comes within moments; a gap that stays makes clients read again (rules/realtime 9).
const MAX_WAIT_MS = 250;
// In a chat that is new here the lower number was published long ago, unless two write its first ones at once.
const UNKNOWN_WAIT_MS = 100;
const MAX_CHATS = 20_000;

interface Waiting {
  messages: ClusterMessage[];
  timer: NodeJS.Timeout;
}

const bySeq = (one: ClusterMessage, other: ClusterMessage) =>
  (positionOf(one).seq ?? Number.MAX_VALUE) - (positionOf(other).seq ?? Number.MAX_VALUE);

/**
 * Lets messages through in the order they come, save that those of a chat wait for lower numbers: two processes may store
 * in one order and publish in the other. Other events of that chat meanwhile wait behind them.
 */
export class ReorderBuffer {
  readonly #deliver: (message: ClusterMessage) => void;
  /** The highest number let through, per chat. */
  readonly #delivered = new LRUCache<string, number>({ max: MAX_CHATS });
  readonly #waiting = new Map<string, Waiting>();

  constructor(deliver: (message: ClusterMessage) => void) {
    this.#deliver = deliver;
  }

  /** `before` is the highest number that was published before it, to whichever processes. */
  add(message: ClusterMessage, before = 0): void {
    const { chatId, seq } = positionOf(message);
    const waiting = chatId === undefined ? undefined : this.#waiting.get(chatId);
    if (chatId === undefined) this.#deliver(message);
    else if (waiting) {
      waiting.messages.push(message);
      this.#deliverNext(chatId, waiting);
    } else if (seq === undefined || seq <= before + 1 || this.#isNext(chatId, seq))
      this.#letThrough(chatId, message);
    else this.#hold(chatId, message, before);
  }

  /** Lets everything through that waits. */
  close(): void {
    for (const [chatId, { timer }] of this.#waiting) this.#giveUp(chatId, timer);
  }

  #isNext(chatId: string, seq: number): boolean {
    return seq <= (this.#delivered.get(chatId) ?? 0) + 1;
  }

  #letThrough(chatId: string, message: ClusterMessage): void {
    const { seq } = positionOf(message);
    if (seq !== undefined) this.#raise(chatId, seq);
    this.#deliver(message);
  }

  #raise(chatId: string, seq: number): void {
    const last = this.#delivered.get(chatId) ?? 0;
    this.#delivered.set(chatId, Math.max(last, seq));
  }

  #hold(chatId: string, message: ClusterMessage, before: number): void {
    // Events published while nobody of the chat was here do not come any more.
    if (before > 0) this.#raise(chatId, before);
    const wait = this.#delivered.has(chatId) ? MAX_WAIT_MS : UNKNOWN_WAIT_MS;
    // A process that was held up reads first what has come meanwhile.
    const timer = setTimeout(() => setImmediate(() => this.#giveUp(chatId, timer)), wait);
    this.#waiting.set(chatId, { messages: [message], timer });
  }

  /** Lets through whose predecessor has come; behind the last one everything else. */
  #deliverNext(chatId: string, { messages, timer }: Waiting): void {
    const next = () =>
      messages.findIndex((message) => {
        const { seq } = positionOf(message);
        return seq !== undefined && this.#isNext(chatId, seq);
      });
    for (let index = next(); index >= 0; index = next())
      for (const message of messages.splice(index, 1)) this.#letThrough(chatId, message);
    if (messages.some((message) => positionOf(message).seq !== undefined)) return;
    clearTimeout(timer);
    this.#waiting.delete(chatId);
    for (const message of messages) this.#deliver(message);
  }

  #giveUp(chatId: string, timer: NodeJS.Timeout): void {
    const waiting = this.#waiting.get(chatId);
    if (waiting?.timer !== timer) return;
    clearTimeout(timer);
    this.#waiting.delete(chatId);
    for (const message of waiting.messages.sort(bySeq)) this.#letThrough(chatId, message);
  }
}
