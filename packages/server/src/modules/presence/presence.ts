import type { ConnectionStatus } from '@chat/contract/users';
import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../config/timing.ts';
import type { Database, Db } from '../../db/database.ts';
import { isTransient, logFailure, logUnlessTransient } from '../../db/faults.ts';
import type { Heartbeat } from '../../db/heartbeat.ts';
import { SILENT_MS } from '../../db/living-processes.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { administratorsRoom } from '../../realtime/rooms.ts';
import { KeyedSerialQueue } from '../../shared/queues.ts';
import { enter, type Leaseholder } from './lease.ts';
import {
  type Connected,
  insertConnection,
  type Moved,
  removeConnection,
  removeDeadProcesses,
  removeNamedProcesses,
  removeSessionConnections,
  updateAllConnected,
  updateLeaving,
  updateProcess,
} from './presence.queries.ts';

function announcePresence(
  realtime: Realtime,
  userId: string,
  connectionStatus: ConnectionStatus,
): void {
  realtime.publish(administratorsRoom, 'presence', { userId, connectionStatus });
}

/** A user in one of their sessions. */
interface Person extends Connected {
  uuid: string;
}

interface Here {
  person: Person;
  sockets: Set<string>;
}

/** A change of a user's connections, to be written; gives the status when it changed. */
interface Change {
  person: Person;
  write: (db: Db) => Promise<ConnectionStatus | undefined>;
}

/** Keeps track of live sockets in this process, and writes and announces the changes. */
export interface Presence {
  /** To be called once before anyone connects, with the lease taken. */
  start(): Promise<void>;
  arrived(person: Person, socketId: string): Promise<void>;
  lost(person: Person, socketId: string): void;
  /**
   * The session's connections are no more, whichever processes have its sockets: OFFLINE unless another session is
   * connected.
   */
  loggedOut(person: Person): Promise<void>;
  /** The process has begun to drain. */
  leave(): void;
  /** Writes that no user is connected here any more. */
  close(): Promise<void>;
}

// Between two tries while the database is away.
const RETRY_MS = 1_000;

/** One timer for each session. */
class SessionTimers {
  readonly #timers = new Map<number, NodeJS.Timeout>();

  start(sessionId: number, afterMs: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(sessionId);
      work();
    }, afterMs);
    this.#timers.set(sessionId, timer);
  }

  stop(sessionId: number): void {
    clearTimeout(this.#timers.get(sessionId));
    this.#timers.delete(sessionId);
  }

  stopAll(): void {
    for (const sessionId of [...this.#timers.keys()]) this.stop(sessionId);
  }
}

class ProcessPresence implements Presence {
  readonly #db: Database;
  readonly #realtime: () => Realtime;
  readonly #log: FastifyBaseLogger;
  readonly #processId: string;
  readonly #timing: Beating['timing'];
  readonly #processRow: ProcessRow;
  /** The people who are connected, by their sessions. */
  readonly #here = new Map<number, Here>();
  /** Lost, and perhaps back in a moment. */
  readonly #leaving = new SessionTimers();
  readonly #retrying = new SessionTimers();
  /** The last change of each session that is not written yet. */
  readonly #unwritten = new Map<number, Change>();
  /** Changes of one user are written in the order they happened. */
  readonly #writes = new KeyedSerialQueue<number>();
  #isClosed = false;

  constructor(db: Database, realtime: () => Realtime, log: FastifyBaseLogger, beating: Beating) {
    this.#db = db;
    this.#realtime = realtime;
    this.#log = log;
    this.#processId = beating.holder.id;
    this.#timing = beating.timing;
    const connected = () => [...this.#here.values()].map(({ person }) => person);
    this.#processRow = createProcessRow(db, realtime, log, { ...beating, connected });
  }

  start(): Promise<void> {
    return this.#processRow.start();
  }

  leave(): void {
    this.#processRow.leave();
  }

  async arrived(person: Person, socketId: string): Promise<void> {
    this.#leaving.stop(person.sessionId);
    const { sockets } = this.#here.get(person.sessionId) ?? { sockets: new Set() };
    this.#here.set(person.sessionId, { person, sockets: sockets.add(socketId) });
    if (sockets.size > 1) return;
    await this.#change({ person, write: (db) => insertConnection(db, this.#processId, person) });
  }

  lost(person: Person, socketId: string): void {
    const { sockets } = this.#here.get(person.sessionId) ?? {};
    if (!sockets?.delete(socketId) || sockets.size > 0) return;
    this.#here.delete(person.sessionId);
    this.#leaving.start(person.sessionId, this.#timing.presenceGraceMs, () => {
      void this.#change({ person, write: (db) => removeConnection(db, this.#processId, person) });
    });
  }

  async loggedOut(person: Person): Promise<void> {
    this.#leaving.stop(person.sessionId);
    await this.#change({ person, write: (db) => removeSessionConnections(db, person) });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#leaving.stopAll();
    this.#retrying.stopAll();
    await this.#writes.idle();
    await this.#processRow.stop().catch((error) => {
      logFailure(this.#log, error, 'the end of this process was not written');
    });
  }

  #change(change: Change): Promise<void> {
    const { id, sessionId } = change.person;
    this.#retrying.stop(sessionId);
    this.#unwritten.set(sessionId, change);
    return this.#writes.run(id, () => this.#write(change));
  }

  async #write(change: Change): Promise<void> {
    const { person, write } = change;
    try {
      const status = await write(this.#db);
      if (status) announcePresence(this.#realtime(), person.uuid, status);
    } catch (error) {
      logFailure(this.#log, error, 'presence was not written');
      if (isTransient(error)) return this.#retry(change);
    }
    if (this.#unwritten.get(person.sessionId) === change) this.#unwritten.delete(person.sessionId);
  }

  /** Changes wait for the database and are written once it is back. */
  #retry(change: Change): void {
    const { sessionId } = change.person;
    if (this.#isClosed || this.#unwritten.get(sessionId) !== change) return;
    this.#retrying.start(sessionId, RETRY_MS, () => void this.#change(change));
  }
}

export const createPresence = (
  db: Database,
  realtime: () => Realtime,
  log: FastifyBaseLogger,
  beating: Beating,
): Presence => new ProcessPresence(db, realtime, log, beating);

interface Beating {
  holder: Leaseholder;
  heartbeat: Heartbeat;
  timing: Pick<Timing, 'presenceGraceMs'>;
  /**
   * Another process has the database now, which this one cannot serve beside; or `successor` has changed its schema.
   */
  onReplaced: (successor: string | undefined) => void;
}

/** Keeps this process's row, and removes those of processes that have died. */
interface ProcessRow {
  start(): Promise<void>;
  /** The process drains: a successor that waits for its place goes on waiting. */
  leave(): void;
  /** The process ends: its users are no longer connected here. */
  stop(): Promise<void>;
}

function createProcessRow(
  db: Database,
  realtime: () => Realtime,
  log: FastifyBaseLogger,
  { holder, heartbeat, onReplaced, connected }: Beating & { connected: () => Connected[] },
): ProcessRow {
  let leaving: Promise<unknown> | undefined;

  function announce(moved: Moved[]): void {
    for (const { uuid, connectionStatus } of moved)
      if (connectionStatus !== 'ONLINE') announcePresence(realtime(), uuid, connectionStatus);
  }

  /** Others took this process for dead, and may have replaced it. */
  async function comeBack(): Promise<void> {
    const { rivals, successor, moved } = await enter(db, holder);
    if (rivals.length > 0 || successor) return onReplaced(successor);
    announce(moved);
    const back = await updateAllConnected(db, holder.id, connected());
    for (const { uuid } of back) announcePresence(realtime(), uuid, 'ONLINE');
  }

  const onError = logUnlessTransient(log, 'the other processes were not followed');
  const buryDead = async () => announce(await removeDeadProcesses(db, holder.id, SILENT_MS));
  const following = [
    heartbeat.every(0, ({ isKnown }) => !isKnown, comeBack, onError),
    heartbeat.every(0, ({ hasDeadProcesses }) => hasDeadProcesses, buryDead, onError),
  ];

  return {
    async start() {
      if (!(await updateProcess(db, holder.id))) await enter(db, holder);
      const silentMs = holder.sharing === 'embedded' ? 0 : SILENT_MS;
      await removeDeadProcesses(db, holder.id, silentMs, true);
      heartbeat.start();
    },
    leave() {
      leaving = updateLeaving(db, holder.id).catch(() => {});
    },
    async stop() {
      await heartbeat.close();
      await Promise.all(following.map((one) => one.close()));
      await leaving;
      announce(await removeNamedProcesses(db, [holder.id]));
    },
  };
}
