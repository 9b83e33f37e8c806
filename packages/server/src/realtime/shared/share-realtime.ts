import type { FastifyBaseLogger } from 'fastify';
import type { Realtime } from '../publish.ts';
import { ClusterBus } from './cluster-bus.ts';
import { type ClusterMessage, perform } from './cluster-messages.ts';
import type { LocalRooms } from './local-rooms.ts';
import type { SharedRedis } from './open-redis.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

/** The same realtime for every process: what one broadcasts, those that it concerns do with their own sockets, all in one order. */
export async function shareRealtime(
  local: Realtime,
  rooms: LocalRooms,
  redis: SharedRedis,
  log: FastifyBaseLogger,
): Promise<Realtime & { close(): Promise<void> }> {
  const buffer = new ReorderBuffer((message) => perform(local, message));
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
    publish: (...given) => broadcast(['publish', ...given]),
    publishEach(rooms, event, payloads) {
      if (payloads.length > 0) broadcast(['publish', rooms, event, payloads]);
    },
    join: (userUuids, room) => broadcast(['join', userUuids, room]),
    leave: (userUuids, room) => broadcast(['leave', userUuids, room]),
    async endSessions(sessionIds, reason) {
      if (sessionIds.length > 0) await bus.endSessions(sessionIds, reason);
    },
    changeUsers: (userIds) => broadcast(['changeUsers', userIds]),
    resync: () => broadcast(['readAgain']),
    openRooms: (names) => bus.openRooms(names),
    isPartitioned: () => bus.isPartitioned(),
    check: redis.check,
    rejected: () => bus.rejected,
    async close() {
      await bus.close();
      buffer.close();
    },
  };
}
