import { z } from 'zod';
import { ALL, COUNTS, ROLL, ROOMS } from './keys.ts';
import type { SharedRedis } from './open-redis.ts';

export interface Standing {
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
export interface Roll {
  /** Enters anew, without rooms, and with no entry sent to it yet. */
  enter(): Promise<Standing>;
  renew(): Promise<Standing>;
  /** The names of all, this one's among them. */
  names(): Promise<string[]>;
  leave(): Promise<void>;
}

const names = z.array(z.string());
const standing = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const TTL_S = 15;
// It is among the rooms of each process, so that they are missing when it is.
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

export function openRoll({ commands }: Pick<SharedRedis, 'commands'>, me: string): Roll {
  async function stand(verb: 'enter' | 'renew'): Promise<Standing> {
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
