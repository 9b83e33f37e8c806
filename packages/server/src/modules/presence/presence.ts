import type { ConnectionStatus } from '@chat/contract/presence/presence.schema';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { isDatabaseAway, logFailure } from '../../db/outage.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { Leaseholder } from './lease.ts';
import { announcePresence } from './presence.events.ts';
import {
  type Connected,
  insertConnection,
  removeConnection,
  removeSessionConnections,
} from './presence.queries.ts';

/** Somebody in one of their sessions. */
interface Person extends Connected {
  uuid: string;
}

interface Here {
  person: Person;
  sockets: Set<string>;
}

/** Where somebody is connected, to be written; gives the status when it became another one. */
interface Change {
  person: Person;
  write: (db: Db, person: Person) => Promise<ConnectionStatus | undefined>;
}

/** Keeps track of live sockets in this process, and writes and announces the changes. */
export interface Presence {
  /** To be called once before anyone connects, with the lease taken. */
  start(): Promise<void>;
  arrived(person: Person, socketId: string): Promise<void>;
  lost(person: Person, socketId: string): void;
  /** The session's connections are no more, whichever processes have its sockets: OFFLINE unless another session is connected. */
  loggedOut(person: Person): Promise<void>;
  /** The process has begun to drain. */
  leave(): void;
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
  holder: Leaseholder,
  onReplaced: () => void,
): Presence {
  const processId = holder.id;
  // By their sessions.
  const here = new Map<number, Here>();
  const leaving = new Map<number, NodeJS.Timeout>();
  // The last change of each session that is not written yet.
  const unwritten = new Map<number, Change>();
  const repeating = new Map<number, NodeJS.Timeout>();
  // Changes of one user are written in the order they happened.
  const writing = new Map<number, Promise<void>>();
  let isClosed = false;
  const connected = () => [...here.values()].map(({ person }) => person);
  const heartbeat = createHeartbeat(db, realtime, log, { holder, connected, onReplaced });
  const arrive: Change['write'] = (to, person) => insertConnection(to, processId, person);
  const leave: Change['write'] = (to, person) => removeConnection(to, processId, person);

  async function write(change: Change): Promise<void> {
    const { person } = change;
    try {
      const status = await change.write(db, person);
      if (status) announcePresence(realtime(), person.uuid, status);
    } catch (error) {
      logFailure(log, error, 'presence was not written');
      if (isDatabaseAway(error)) return repeat(change);
    }
    if (unwritten.get(person.sessionId) === change) unwritten.delete(person.sessionId);
  }

  function enter(change: Change): Promise<void> {
    const { id, sessionId } = change.person;
    stop(repeating, sessionId);
    unwritten.set(sessionId, change);
    const settled = (writing.get(id) ?? Promise.resolve())
      .then(() => write(change))
      .finally(() => {
        if (writing.get(id) === settled) writing.delete(id);
      });
    writing.set(id, settled);
    return settled;
  }

  /** Changes wait for the database and are written once it is back. */
  function repeat(change: Change): void {
    const { sessionId } = change.person;
    if (isClosed || unwritten.get(sessionId) !== change) return;
    const again = setTimeout(() => void enter(change), AWAY_MS);
    repeating.set(sessionId, again);
  }

  function stop(timers: Map<number, NodeJS.Timeout>, sessionId: number): void {
    clearTimeout(timers.get(sessionId));
    timers.delete(sessionId);
  }

  return {
    start: heartbeat.start,
    leave: heartbeat.leave,
    async arrived(person, socketId) {
      stop(leaving, person.sessionId);
      const { sockets } = here.get(person.sessionId) ?? { sockets: new Set() };
      here.set(person.sessionId, { person, sockets: sockets.add(socketId) });
      if (sockets.size === 1) await enter({ person, write: arrive });
    },
    lost(person, socketId) {
      const { sockets } = here.get(person.sessionId) ?? {};
      if (!sockets?.delete(socketId) || sockets.size > 0) return;
      here.delete(person.sessionId);
      const timer = setTimeout(() => {
        leaving.delete(person.sessionId);
        void enter({ person, write: leave });
      }, GRACE_MS);
      leaving.set(person.sessionId, timer);
    },
    async loggedOut(person) {
      stop(leaving, person.sessionId);
      await enter({ person, write: removeSessionConnections });
    },
    async close() {
      isClosed = true;
      for (const timer of [...leaving.values(), ...repeating.values()]) clearTimeout(timer);
      leaving.clear();
      repeating.clear();
      await Promise.all(writing.values());
      await heartbeat.stop().catch((error) => {
        logFailure(log, error, 'the end of this process was not written');
      });
    },
  };
}
