import { z } from 'zod';
import { every, type Job } from '../../jobs/worker.ts';
import { isPublishedTo, type LiveServer } from '../live-sockets.ts';
import type { SharedRedis } from './open-redis.ts';
import { type RedisEntry, readEntry, type Secrets } from './other-processes.ts';

/*
 * A process as Redis knows it: its name among all that hear messages, the rooms that it has people in, and the channel
 * on which it hears. Each step in Redis is one script.
 */

/** When each process was heard of last, by Redis's clock. */
export const ROLL = 'web-chat:processes';
/** The rooms in which each process has people; each with the number of the entry that said so, if one did. */
export const ROOMS = 'web-chat:rooms:';
/** How many entries were sent to each process, and, under `ALL`, how many messages were sent. */
export const COUNTS = 'web-chat:counts';
export const ALL = 'all';
/** The highest number of a published message, for each chat. */
export const PUBLISHED = 'web-chat:published:';

const CHANNEL = 'web-chat:to:';
/** By which a process is spoken to. */
export const channelOf = (name: string) => CHANNEL + name;

export interface RegistrationStatus {
  /** Redis did not know its name, or not its rooms: what was said meanwhile has not come here. */
  isLost: boolean;
  /** How many messages all processes have sent. */
  total: number;
  /** How many entries were sent to this process. */
  count: number;
  /** How many rooms Redis knows of this process. */
  rooms: number;
}

/** The processes that hear messages now: each renews its name, and one that stops is dropped. */
export interface ProcessRegistry {
  /** Enters anew, without rooms, and with no entry sent to it yet. */
  enter(): Promise<RegistrationStatus>;
  renew(): Promise<RegistrationStatus>;
  /** The names of all, this one's among them. */
  names(): Promise<string[]>;
  leave(): Promise<void>;
}

const names = z.array(z.string());
const standing = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const TTL_S = 15;
// This room is among the rooms of each process, so that a process whose rooms are missing shows.
const ENTERED = 'entered';

const FORGET = `
local function forget(name)
  redis.call('zrem', '${ROLL}', name)
  redis.call('hdel', '${COUNTS}', name)
  redis.call('del', '${ROOMS}' .. name)
end`;
// By Redis's clock: machines may differ about the time.
const FORGET_SILENT = `${FORGET}
local now = redis.call('time')[1]
for _, name in ipairs(redis.call('zrangebyscore', '${ROLL}', '-inf', now - ${TTL_S})) do forget(name) end`;
const STAND = `${FORGET_SILENT}
local me, verb = ARGV[1], ARGV[2]
if verb == 'enter' then
  forget(me)
  redis.call('hset', '${ROOMS}' .. me, '${ENTERED}', 0)
end
local isLost = redis.call('zadd', '${ROLL}', now, me)
if redis.call('hexists', '${ROOMS}' .. me, '${ENTERED}') == 0 then isLost = 1 end
local function counted(what) return tonumber(redis.call('hget', '${COUNTS}', what) or 0) end
return { isLost, counted('${ALL}'), counted(me), redis.call('hlen', '${ROOMS}' .. me) - 1 }`;
const LIST = `${FORGET_SILENT}
return redis.call('zrange', '${ROLL}', 0, -1)`;
const LEAVE = `${FORGET}
forget(ARGV[1])`;

export function openProcessRegistry(
  { commands }: Pick<SharedRedis, 'commands'>,
  me: string,
): ProcessRegistry {
  async function stand(verb: 'enter' | 'renew'): Promise<RegistrationStatus> {
    const answer = await commands.eval(STAND, 0, me, verb);
    const [isLost, total, count, rooms] = standing.parse(answer);
    return { isLost: isLost === 1, total, count, rooms };
  }
  return {
    enter: () => stand('enter'),
    renew: () => stand('renew'),
    names: async () => names.parse(await commands.eval(LIST, 0)),
    leave: async () => void (await commands.eval(LEAVE, 0, me).catch(() => {})),
  };
}

/** The rooms of this process's own sockets. */
export interface LocalRooms {
  has(room: string): boolean;
  /** The last socket has left it. */
  onLeft(listener: (room: string) => void): void;
}

export function localRoomsOf({ sockets: { adapter } }: LiveServer): LocalRooms {
  return {
    has: (room) => adapter.rooms.has(room),
    onLeft: (listener) => void adapter.on('delete-room', listener),
  };
}

const MAX_REMOVED = 5_000;
// A room that a 'join' has just added is in use by the time that this process has read of it.
const REMOVE = `
local rooms, kept = '${ROOMS}' .. ARGV[1], {}
for i = 3, #ARGV do
  local number = redis.call('hget', rooms, ARGV[i])
  if number and tonumber(number) > tonumber(ARGV[2]) then kept[#kept + 1] = ARGV[i]
  elseif number then redis.call('hdel', rooms, ARGV[i]) end
end
return kept`;

/** The parts of Redis that the directory needs. */
interface Directory {
  commands: Pick<SharedRedis['commands'], 'eval'>;
  secrets: Pick<Secrets, 'nameOf'>;
}

/**
 * This process's rooms as Redis knows them. Redis may have empty rooms too, which cost a message too many,
 * but none of those in `#known` is ever missing there.
 */
export class RoomDirectory {
  readonly #me: string;
  readonly #redis: Directory;
  readonly #local: LocalRooms;
  readonly #known = new Set<string>();
  readonly #left = new Set<string>();
  /** Their removal is on its way to Redis. */
  readonly #leaving = new Set<string>();

  constructor(redis: Directory, me: string, local: LocalRooms) {
    this.#redis = redis;
    this.#me = me;
    this.#local = local;
    local.onLeft((room) => this.#leave(room));
  }

  /** How many of them Redis has at least. */
  get size(): number {
    return this.#known.size;
  }

  /** This process's rooms that others do not know of yet. */
  missing(rooms: Iterable<string>): string[] {
    const published = [...rooms].filter(isPublishedTo);
    // Redis may have them for people who have just gone.
    for (const room of published) if (!this.#local.has(room)) this.#left.add(room);
    return published.filter((room) => this.#local.has(room) && !this.#known.has(room));
  }

  /** Redis has got them. */
  add(rooms: string[]): void {
    for (const room of rooms) {
      if (this.#leaving.has(room)) continue;
      this.#known.add(room);
      if (!this.#local.has(room)) this.#leave(room);
    }
  }

  /** Redis has none of them. */
  clear(): void {
    this.#known.clear();
    this.#left.clear();
  }

  /** Takes out of Redis those that nobody is in any more; `read` is the number of the last entry that was read here. */
  async removeLeft(read: number): Promise<void> {
    const left = [...this.#left].slice(0, MAX_REMOVED);
    for (const room of left) this.#left.delete(room);
    const rooms = left.filter((room) => !this.#local.has(room));
    if (rooms.length === 0) return;
    for (const room of rooms) {
      this.#known.delete(room);
      this.#leaving.add(room);
    }
    const kept = await this.#remove(rooms, read).catch(() => rooms);
    for (const room of rooms) this.#leaving.delete(room);
    for (const room of kept) this.#leave(room);
  }

  #leave(room: string): void {
    if (isPublishedTo(room)) this.#left.add(room);
  }

  async #remove(rooms: string[], read: number): Promise<string[]> {
    const { commands, secrets } = this.#redis;
    const roomOf = new Map(rooms.map((room) => [secrets.nameOf(room), room]));
    const kept = await commands.eval(REMOVE, 0, this.#me, read, ...roomOf.keys());
    return names.parse(kept).flatMap((name) => roomOf.get(name) ?? []);
  }
}

interface SubscriptionListener {
  /** Returns whether Redis has counted it; undefined is what is no entry. */
  onEntry(entry: RedisEntry | undefined): boolean;
  /** Some entries will never come here, or Redis has lost count of them. */
  onGap(): void;
  /** Redis does not answer. */
  onInterrupted(): void;
  /** Messages that others sent meanwhile are lost. */
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
  #pinging: Job | undefined;

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
    const entry = readEntry(payload);
    // Whoever put an entry in between has no say in what comes next; one that was put in place of another shows as a
    // gap.
    if (!this.#listener.onEntry(entry) || !entry) return;
    const last = this.#count;
    this.#count = entry.count;
    if (last !== undefined && entry.count !== last + 1) this.#listener.onGap();
  }
}
