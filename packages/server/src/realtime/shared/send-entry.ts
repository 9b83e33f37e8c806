import type { Redis, Result } from 'ioredis';
import { z } from 'zod';
import { userRoom } from '../rooms.ts';
import { type ClusterMessage, positionOf } from './cluster-messages.ts';
import { ALL, COUNTS, channelOf, OLDER_STREAM, PREFIX, PUBLISHED, ROLL, ROOMS } from './keys.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sendEntry(...given: (string | number)[]): Result<unknown, Context>;
  }
}

/** To which processes a message goes. */
export type Audience =
  | 'all'
  | 'others'
  | { process: string }
  /** Those that have people in any of the rooms. */
  | { rooms: string[] }
  /** All; those that have people in any of the rooms have them in `room` too from now on. */
  | { joining: string[]; room: string }
  /** The sender alone, which has people in the rooms from now on. */
  | { opening: string[] };

export interface Outgoing {
  by: string;
  /** The sender's own, which goes up by one. */
  number: number;
  message: ClusterMessage;
  audience: Audience;
  /** What the entry says besides its message. */
  note?: Note | undefined;
}
export type Note = readonly ['confirm' | 'done', string];

export interface Sent {
  /** How many messages all processes have sent, this one among them. */
  total: number;
  /** Whether the sender itself will read it. */
  isOwn: boolean;
  /** Whether Redis knows the sender. */
  isListed: boolean;
}

// Some ten seconds of the busiest hour; one of the version before that is further behind misses some, and notices.
const MAX_KEPT = 10_000;
const PUBLISHED_S = 7 * 24 * 3_600;
// The first of the rooms.
const FIRST = 10;
// More rooms than these are taken to be everywhere: to ask for each would hold Redis up.
const MAX_ASKED = 200;

/**
 * One script for each message, so that any two of them stand in the same order wherever both go, and so that none falls
 * between two moments of a process that opens rooms. An entry carries the target's next number, by which a reader notices
 * what it has missed, and the highest number that was published in the message's chat before.
 */
const SEND = `
local by, number, text, note, value, chat, seq, audience, joined = unpack(ARGV, 1, ${FIRST - 1})

local function hasAny(name)
  if #ARGV >= ${FIRST + MAX_ASKED} then return true end
  for i = ${FIRST}, #ARGV do
    if redis.call('hexists', '${ROOMS}' .. name, ARGV[i]) == 1 then return true end
  end
  return false
end
local function isMeant(name)
  if audience == 'all' then return true end
  if audience == 'others' then return name ~= by end
  if audience == 'rooms' then return hasAny(name) end
  if audience == 'opening' then return name == by end
  return name == audience
end

if audience == 'opening' then
  for i = ${FIRST}, #ARGV do redis.call('hsetnx', '${ROOMS}' .. by, ARGV[i], 0) end
end
local before = ''
if seq ~= '' then
  before = redis.call('get', '${PUBLISHED}' .. chat) or ''
  local highest = math.max(tonumber(seq), tonumber(before) or 0)
  redis.call('set', '${PUBLISHED}' .. chat, highest, 'ex', ${PUBLISHED_S})
end
local newer, hasOlder = {}, false
for _, name in ipairs(redis.call('zrange', '${ROLL}', 0, -1)) do
  if string.sub(name, 1, ${PREFIX.length}) == '${PREFIX}' then newer[#newer + 1] = name else hasOlder = true end
end
-- Into which rooms an older one has just moved people is not known here.
if hasOlder and audience == 'rooms' then audience = 'all' end
local isOwn, isListed = 0, 0
for _, name in ipairs(newer) do
  if name == by then isListed = 1 end
  if isMeant(name) then
    local count = redis.call('hincrby', '${COUNTS}', name, 1)
    local head = table.concat({ by, number, count, before, note, value }, ' ')
    redis.call('publish', '${channelOf('')}' .. name, head .. '\\n' .. text)
    if joined ~= '' and hasAny(name) then redis.call('hset', '${ROOMS}' .. name, joined, count) end
    if name == by then isOwn = 1 end
  end
end
if hasOlder then
  redis.call('xadd', '${OLDER_STREAM}', 'maxlen', '~', ${MAX_KEPT}, '*',
    'by', by, 'number', number, 'fact', text, note, value)
  redis.call('expire', '${OLDER_STREAM}', ${24 * 3_600})
end
return { redis.call('hincrby', '${COUNTS}', '${ALL}', 1), isOwn, isListed }`;

const sentSchema = z.tuple([z.number(), z.number(), z.number()]);

export function audienceOf(message: ClusterMessage): Audience {
  if (message[0] === 'publish') return { rooms: [message[1]].flat() };
  if (message[0] === 'join') return { joining: message[1].map(userRoom), room: message[2] };
  return 'all';
}

/** Whether others miss something when it does not come. */
export const concernsOthers = (audience: Audience): boolean =>
  audience === 'all' ||
  (typeof audience === 'object' && ('rooms' in audience || 'joining' in audience));

function audienceArguments(audience: Audience): string[] {
  if (typeof audience === 'string') return [audience, ''];
  if ('process' in audience) return [audience.process, ''];
  if ('rooms' in audience) return ['rooms', '', ...audience.rooms];
  if ('opening' in audience) return ['opening', '', ...audience.opening];
  return ['all', audience.room, ...audience.joining];
}

/** Sends a message in its place among all; throws when Redis does not answer. */
export type SendEntry = (outgoing: Outgoing) => Promise<Sent>;

export function openSending(commands: Redis): SendEntry {
  commands.defineCommand('sendEntry', { numberOfKeys: 0, lua: SEND });
  return async ({ by, number, message, audience, note = ['', ''] }) => {
    const { chatId = '', seq = '' } = positionOf(message);
    const answer = await commands.sendEntry(
      ...[by, number, JSON.stringify(message), ...note, chatId, seq],
      ...audienceArguments(audience),
    );
    const [total, isOwn, isListed] = sentSchema.parse(answer);
    return { total, isOwn: isOwn === 1, isListed: isListed === 1 };
  };
}
