import type { SessionEndReason } from '@chat/contract/auth';
import type { ServerToClientEvents } from '@chat/contract/events';
import { z } from 'zod';
import type { Broadcaster } from '../publish.ts';

const ids = z.array(z.number());
const uuids = z.array(z.string());
const event = z.custom<keyof ServerToClientEvents>((value) => typeof value === 'string');
const reason = z.custom<SessionEndReason>((value) => typeof value === 'string');

/** What processes do with their own sockets; what a version does not know makes its clients read anew. */
const clusterMessageSchema = z.union([
  z.tuple([
    z.literal('publish'),
    z.union([z.string(), uuids]),
    event,
    z.unknown(),
    z.string().nullish(),
  ]),
  z.tuple([z.literal('join'), uuids, z.string()]),
  z.tuple([z.literal('leave'), uuids, z.string()]),
  z.tuple([z.literal('endSessions'), ids, reason]),
  z.tuple([z.literal('changeUsers'), ids]),
  z.tuple([z.literal('readAgain')]),
  // What was sent so many ms ago, or before, did not get through.
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
  const [, rooms, name, payload, except] = message;
  if (Array.isArray(payload)) local.publishEach([rooms].flat(), name, payload as never[]);
  else local.publish(rooms, name, payload as never, except ?? undefined);
}

/** Does with this process's own sockets what the message says. */
export function perform(local: Broadcaster, message: ClusterMessage): void {
  switch (message[0]) {
    case 'publish':
      performPublish(local, message);
      break;
    case 'join':
      local.join(message[1], message[2]);
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
