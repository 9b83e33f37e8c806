import type { SessionEndReason } from '@chat/contract/auth/auth.events';
import type { ServerToClientEvents } from '@chat/contract/events';
import { z } from 'zod';
import type { Broadcaster } from '../publish.ts';

const ids = z.array(z.number());
const uuids = z.array(z.string());
const event = z.custom<keyof ServerToClientEvents>((value) => typeof value === 'string');
const reason = z.custom<SessionEndReason>((value) => typeof value === 'string');

/**
 * What every process does with its own sockets. These are the entries of the stream as processes of the version before
 * write and read them too, so their names stay; what a version does not know makes its clients read anew.
 */
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
  // Only its number counts, by which others notice that they have missed what came before it.
  z.tuple([z.literal('here')]),
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
    case 'here':
      break;
  }
}
