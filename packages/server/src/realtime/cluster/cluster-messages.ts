import type { ServerToClientEvents } from '@chat/contract/events';
import type { SessionEndReason } from '@chat/contract/session';
import type { Redis, Result } from 'ioredis';
import { z } from 'zod';
import { isSessionRoom, userRoom } from '../live-sockets.ts';
import type { Broadcaster } from '../publish.ts';
import type { SharedRedis } from './open-redis.ts';
import { type Envelope, headOf } from './other-processes.ts';
import { ALL, COUNTS, channelOf, PUBLISHED, ROLL, ROOMS } from './process-in-redis.ts';

/*
 * The messages between processes, how each process applies them to its sockets, their audience, and the script by which
 * Redis passes them on.
 */

const ids = z.array(z.number());
const uuids = z.array(z.string());
const event = z.custom<keyof ServerToClientEvents>((value) => typeof value === 'string');
const reason = z.custom<SessionEndReason>((value) => typeof value === 'string');

/** Messages that processes apply to their sockets; a message unknown to a version makes its clients resync. */
const clusterMessageSchema = z.union([
  z.tuple([
    z.literal('publish'),
    z.union([z.string(), uuids]),
    event,
    z.unknown(),
    z.string().nullish(),
    z.object({ seq: z.number().nullable(), quotedSeq: z.number().nullable() }).nullish(),
  ]),
  z.tuple([z.literal('join'), uuids, z.string(), z.number().nullish()]),
  z.tuple([z.literal('leave'), uuids, z.string()]),
  z.tuple([z.literal('endSessions'), ids, reason]),
  z.tuple([z.literal('changeUsers'), z.union([ids, z.literal('all')])]),
  z.tuple([z.literal('changeHours'), z.union([ids, z.literal('all')])]),
  z.tuple([z.literal('readAgain')]),
  // Messages sent so many ms ago, or before, did not get through.
  z.tuple([z.literal('missed'), z.number()]),
  // Only its place among the others counts.
  z.tuple([z.literal('here')]),
  // The message of that number has been done.
  z.tuple([z.literal('done'), z.number()]),
  // From now on the other one knows the sender, which may want to know the other one, too.
  z.tuple([z.literal('meet'), z.enum(['ask', 'answer'])]),
]);

export type ClusterMessage = z.infer<typeof clusterMessageSchema>;

/** Undefined for what this version does not know. */
export function parseClusterMessage(text: string): ClusterMessage | undefined {
  try {
    return clusterMessageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The chat that a message is about, and the number of the chat's message when it brings a new one. */
export function positionOf(message: ClusterMessage): { chatId?: string; seq?: number | undefined } {
  if (message[0] !== 'publish') return {};
  const [, , event, payload] = message;
  if (typeof payload !== 'object' || payload === null) return {};
  if (!('chatId' in payload) || typeof payload.chatId !== 'string') return {};
  const seq = event === 'message' && 'seq' in payload ? payload.seq : undefined;
  return { chatId: payload.chatId, seq: typeof seq === 'number' ? seq : undefined };
}

/** No event carries a list: a list holds many events of one kind. */
function performPublish(
  local: Broadcaster,
  message: Extract<ClusterMessage, ['publish', ...unknown[]]>,
): void {
  const [, rooms, name, payload, except, said] = message;
  if (Array.isArray(payload)) local.publishEach([rooms].flat(), name, payload as never[]);
  else local.publish(rooms, name, payload as never, except ?? undefined, said ?? undefined);
}

/** Does with this process's own sockets what the message says. */
export function applyLocally(local: Broadcaster, message: ClusterMessage): void {
  switch (message[0]) {
    case 'publish':
      performPublish(local, message);
      break;
    case 'join':
      local.join(message[1], message[2], message[3] ?? undefined);
      break;
    case 'leave':
      local.leave(message[1], message[2]);
      break;
    case 'endSessions':
      void local.endSessions(message[1], message[2]);
      break;
    case 'changeUsers':
      local.changeUsers(message[1]);
      break;
    case 'changeHours':
      local.changeHours(message[1]);
      break;
    case 'readAgain':
      local.resync();
      break;
    case 'missed':
    case 'here':
    case 'done':
    case 'meet':
      break;
  }
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sendEntry(...given: (string | number | Buffer)[]): Result<unknown, Context>;
  }
}

/** To which processes a message goes. */
export type Audience =
  | 'all'
  | 'others'
  | { process: string }
  /** The processes that have people in any of the rooms. */
  | { rooms: string[] }
  /** All; those that have people in any of the rooms have them in `room` too from now on. */
  | { joining: string[]; room: string }
  /** The sender alone, which has people in the rooms from now on. */
  | { opening: string[] };

interface Outgoing {
  envelope: Envelope;
  sealed: Buffer;
  /** Redis is told its chat's hidden name and its number, and no more. */
  message: ClusterMessage;
  audience: Audience;
}

export interface Sent {
  /** How many messages all processes have sent, this one among them. */
  total: number;
  /** Whether the sender itself will read it. */
  isOwn: boolean;
  /** Whether Redis knows the sender. */
  isListed: boolean;
}

const PUBLISHED_S = 7 * 24 * 3_600;
// The first of the rooms.
const FIRST = 8;
// More rooms than these are taken to be everywhere: to ask for each would hold Redis up.
const MAX_ASKED = 200;

/**
 * One script for each message, so that any two of them stand in the same order wherever both go, and so that none falls
 * between two moments of a process that opens rooms. An entry carries the target's next number, by which a reader notices
 * what it has missed, and the highest number that was published in the message's chat before.
 */
const SEND = `
local by, head, sealed, chat, seq, audience, joined = unpack(ARGV, 1, ${FIRST - 1})

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
  return name == audience
end

if audience == by then
  for i = ${FIRST}, #ARGV do redis.call('hsetnx', '${ROOMS}' .. by, ARGV[i], 0) end
end
local before = ''
if seq ~= '' then
  before = redis.call('get', '${PUBLISHED}' .. chat) or ''
  local highest = math.max(tonumber(seq), tonumber(before) or 0)
  redis.call('set', '${PUBLISHED}' .. chat, highest, 'ex', ${PUBLISHED_S})
end
local isOwn, isListed = 0, 0
for _, name in ipairs(redis.call('zrange', '${ROLL}', 0, -1)) do
  if name == by then isListed = 1 end
  if isMeant(name) then
    local count = redis.call('hincrby', '${COUNTS}', name, 1)
    redis.call('publish', '${channelOf('')}' .. name, head .. ' ' .. count .. ' ' .. before .. '\\n' .. sealed)
    if joined ~= '' and hasAny(name) then redis.call('hset', '${ROOMS}' .. name, joined, count) end
    if name == by then isOwn = 1 end
  end
end
return { redis.call('hincrby', '${COUNTS}', '${ALL}', 1), isOwn, isListed }`;

const sentSchema = z.tuple([z.number(), z.number(), z.number()]);

export function audienceOf(message: ClusterMessage): Audience {
  if (message[0] === 'publish') {
    const rooms = [message[1]].flat();
    // No process says which sessions it has.
    return rooms.some(isSessionRoom) ? 'all' : { rooms };
  }
  if (message[0] === 'join') return { joining: message[1].map(userRoom), room: message[2] };
  return 'all';
}

/** Whether others miss something when it does not come. */
export const concernsOthers = (audience: Audience): boolean =>
  audience === 'all' ||
  (typeof audience === 'object' && ('rooms' in audience || 'joining' in audience));

/** The addressee in an entry's envelope, for this audience. */
export function addresseeOf(audience: Audience, sender: string): string {
  if (typeof audience === 'string') return audience;
  if ('process' in audience) return audience.process;
  if ('rooms' in audience) return 'rooms';
  return 'opening' in audience ? sender : 'all';
}

/** The room that those who are reached have from now on, where there is one, and the rooms by which they are found. */
function roomsOf(audience: Audience): [joined: string | undefined, rooms: string[]] {
  if (typeof audience === 'string' || 'process' in audience) return [undefined, []];
  if ('rooms' in audience) return [undefined, audience.rooms];
  return 'opening' in audience ? [undefined, audience.opening] : [audience.room, audience.joining];
}

/** Sends a message in its place among all; throws when Redis does not answer. */
export type SendEntry = (outgoing: Outgoing) => Promise<Sent>;

export function openSending({
  commands,
  secrets,
}: Pick<SharedRedis, 'secrets'> & { commands: Redis }): SendEntry {
  commands.defineCommand('sendEntry', { numberOfKeys: 0, lua: SEND });
  const hide = (thing: string) => secrets.nameOf(thing);
  return async ({ envelope, sealed, message, audience }) => {
    const { chatId, seq } = positionOf(message);
    const chat = chatId === undefined || seq === undefined ? '' : hide(`published ${chatId}`);
    const [joined, rooms] = roomsOf(audience);
    const answer = await commands.sendEntry(
      ...[envelope.by, headOf(envelope), sealed, chat, seq ?? ''],
      ...[envelope.to, joined === undefined ? '' : hide(joined), ...rooms.map(hide)],
    );
    const [total, isOwn, isListed] = sentSchema.parse(answer);
    return { total, isOwn: isOwn === 1, isListed: isListed === 1 };
  };
}
