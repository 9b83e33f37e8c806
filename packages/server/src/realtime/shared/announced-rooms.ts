import { z } from 'zod';
import { isPublishedTo } from '../rooms.ts';
import { ROOMS } from './keys.ts';
import type { LocalRooms } from './local-rooms.ts';
import type { SharedRedis } from './open-redis.ts';
import type { Secrets } from './secrets.ts';

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
const names = z.array(z.string());

/** What is needed of Redis. */
interface Directory {
  commands: Pick<SharedRedis['commands'], 'eval'>;
  secrets: Pick<Secrets, 'nameOf'>;
}

/**
 * What Redis knows of this process's rooms. It may have some that nobody is in any more, which costs a message too many,
 * but none of those in `#known` is ever missing there.
 */
export class AnnouncedRooms {
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

  /** Those of this process's people that others do not know of yet. */
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
