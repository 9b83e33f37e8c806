import { randomUUID } from 'node:crypto';
import type { ConnectionStatus } from '@chat/contract/presence/presence.schema';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/outage.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { createHeartbeat } from './heartbeat.ts';
import { announcePresence } from './presence.events.ts';
import { updateConnection } from './presence.queries.ts';

interface Person {
  id: number;
  uuid: string;
}

/** Who has live sockets in this process, and what the table and the administrators are told of it. */
export interface Presence {
  /** To be called once before anyone connects. */
  start(): Promise<void>;
  arrived(person: Person, socketId: string): Promise<void>;
  lost(person: Person, socketId: string): void;
  /** The user has logged out everywhere he was: OFFLINE rather than DISCONNECTED. */
  loggedOut(person: Person): Promise<void>;
  /** Nobody is connected here any more. */
  close(): Promise<void>;
}

// A reloaded page is back within this time: its user was never away.
const GRACE_MS = 1_500;
// Between two tries while the database is away.
const AWAY_MS = 1_000;

export function createPresence(
  db: Database,
  realtime: () => Realtime,
  log: FastifyBaseLogger,
  isAlone: boolean,
): Presence {
  const processId = randomUUID();
  const sockets = new Map<number, Set<string>>();
  const leaving = new Map<number, NodeJS.Timeout>();
  // Changes of one user are written in the order they happened.
  const writing = new Map<number, Promise<void>>();
  const repeating = new Map<number, NodeJS.Timeout>();
  let isClosed = false;
  const connected = () => [...sockets.keys()];
  const heartbeat = createHeartbeat(db, realtime, log, { id: processId, isAlone, connected });

  function setStatus(person: Person, status: ConnectionStatus): Promise<void> {
    stopRepeating(person.id);
    const write = (writing.get(person.id) ?? Promise.resolve()).then(async () => {
      if (await updateConnection(db, processId, person.id, status)) {
        announcePresence(realtime(), person.uuid, status);
      }
    });
    const settled = write
      .catch((error) => {
        log.error({ err: error }, 'presence was not written');
        if (isDatabaseAway(error) && writing.get(person.id) === settled) repeat(person, status);
      })
      .finally(() => {
        if (writing.get(person.id) === settled) writing.delete(person.id);
      });
    writing.set(person.id, settled);
    return settled;
  }

  /** What has not changed again until the database is back is written then. */
  function repeat(person: Person, status: ConnectionStatus): void {
    if (isClosed) return;
    repeating.set(
      person.id,
      setTimeout(() => void setStatus(person, status), AWAY_MS),
    );
  }

  function stopRepeating(userId: number): void {
    clearTimeout(repeating.get(userId));
    repeating.delete(userId);
  }

  function stopLeaving(userId: number): void {
    clearTimeout(leaving.get(userId));
    leaving.delete(userId);
  }

  return {
    start: heartbeat.start,
    async arrived(person, socketId) {
      stopLeaving(person.id);
      const live = sockets.get(person.id) ?? new Set();
      sockets.set(person.id, live.add(socketId));
      if (live.size === 1) await setStatus(person, 'ONLINE');
    },
    lost(person, socketId) {
      const live = sockets.get(person.id);
      if (!live?.delete(socketId) || live.size > 0) return;
      sockets.delete(person.id);
      const timer = setTimeout(() => {
        leaving.delete(person.id);
        void setStatus(person, 'DISCONNECTED');
      }, GRACE_MS);
      leaving.set(person.id, timer);
    },
    async loggedOut(person) {
      if (sockets.has(person.id)) return;
      stopLeaving(person.id);
      await setStatus(person, 'OFFLINE');
    },
    async close() {
      isClosed = true;
      for (const timer of [...leaving.values(), ...repeating.values()]) clearTimeout(timer);
      leaving.clear();
      repeating.clear();
      await Promise.all(writing.values());
      await heartbeat.stop().catch((error) => {
        log.error({ err: error }, 'the end of this process was not written');
      });
    },
  };
}
