import type { RateLimiterMemory } from 'rate-limiter-flexible';

/** Bounds the failures of a key; what is being tried right now may still fail, so it takes up room as well. */
export interface Allowance {
  /** Waits while all the room is taken by others' tries. Undefined: take it, then `leave`. Else the seconds until there is room. */
  enter(key: string): Promise<number | undefined>;
  leave(key: string, hasFailed: boolean): Promise<void>;
}

interface Room {
  visitors: number;
  trying: number;
  /** How many have left: a count of failures read before somebody left is out of date. */
  left: number;
  waiting: (() => void)[];
}

type Limiter = Pick<RateLimiterMemory, 'get' | 'penalty' | 'points'>;

export function createAllowance(limiter: Limiter): Allowance {
  const rooms = new Map<string, Room>();

  function roomOf(key: string): Room {
    const room = rooms.get(key) ?? { visitors: 0, trying: 0, left: 0, waiting: [] };
    rooms.set(key, room);
    return room;
  }

  function goOut(key: string, room: Room): void {
    room.visitors--;
    if (room.visitors === 0) rooms.delete(key);
  }

  return {
    async enter(key) {
      const room = roomOf(key);
      room.visitors++;
      for (;;) {
        const { left } = room;
        const count = await limiter.get(key);
        const failed = count?.consumedPoints ?? 0;
        if (count && failed >= limiter.points) {
          goOut(key, room);
          return count.msBeforeNext / 1000;
        }
        if (left !== room.left) continue;
        if (room.trying < limiter.points - failed) {
          room.trying++;
          return undefined;
        }
        await new Promise<void>((resolve) => room.waiting.push(resolve));
      }
    },
    async leave(key, hasFailed) {
      const room = roomOf(key);
      try {
        if (hasFailed) await limiter.penalty(key);
      } finally {
        room.trying--;
        room.left++;
        for (const wake of room.waiting.splice(0)) wake();
        goOut(key, room);
      }
    },
  };
}
