import type { ConnectionStatus } from '@chat/contract/users';
import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../config/timing.ts';
import type { Database, Db } from '../../db/database.ts';
import { isTransient, logFailure, logUnlessTransient } from '../../db/faults.ts';
import { SILENT_MS } from '../../db/living-processes.ts';
import type { Heartbeat } from '../../jobs/heartbeat.ts';
import { createWorker, type Worker } from '../../jobs/worker.ts';
import { administratorsRoom } from '../../realtime/live-sockets.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { createKeyedQueue } from '../../security/keyed-queue.ts';
import { enter, type Leaseholder } from './lease.ts';
import {
  type Connected,
  insertConnection,
  removeConnection,
  removeSessionConnections,
  updateAllConnected,
} from './presence.queries.ts';
import {
  type Moved,
  removeDeadProcesses,
  removeNamedProcesses,
  updateLeaving,
  updateProcess,
} from './processes.queries.ts';

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

interface LocalConnection {
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

class ProcessPresence implements Presence {
  readonly #db: Database;
  readonly #realtime: Realtime;
  readonly #log: FastifyBaseLogger;
  readonly #processId: string;
  readonly #timing: Beating['timing'];
  readonly #processRow: ProcessRow;
  /** The people who are connected, by their sessions. */
  readonly #connections = new Map<number, LocalConnection>();
  /** Sessions that are lost, and perhaps back in a moment. */
  readonly #leaving = new Map<number, NodeJS.Timeout>();
  /** The database was away for them. */
  readonly #failed = new Set<Change>();
  readonly #retrying: Worker;
  /** The last change of each session that is not written yet. */
  readonly #unwritten = new Map<number, Change>();
  /** Changes of one user are written in the order they happened. */
  readonly #writes = createKeyedQueue({ atOnce: 1 });
  readonly #underWay = new Set<Promise<void>>();

  constructor(db: Database, realtime: Realtime, log: FastifyBaseLogger, beating: Beating) {
    this.#db = db;
    this.#realtime = realtime;
    this.#log = log;
    this.#processId = beating.holder.id;
    this.#timing = beating.timing;
    this.#retrying = createWorker({
      round: () => this.#retryFailed(),
      onError: (error) => logFailure(log, error, 'presence was not written'),
      gatherMs: RETRY_MS,
    });
    const connected = () => [...this.#connections.values()].map(({ person }) => person);
    this.#processRow = createProcessRow(db, realtime, log, { ...beating, connected });
  }

  start(): Promise<void> {
    return this.#processRow.start();
  }

  leave(): void {
    this.#processRow.leave();
  }

  async arrived(person: Person, socketId: string): Promise<void> {
    this.#stopLeaving(person);
    const { sockets } = this.#connections.get(person.sessionId) ?? { sockets: new Set() };
    this.#connections.set(person.sessionId, { person, sockets: sockets.add(socketId) });
    if (sockets.size > 1) return;
    await this.#change({ person, write: (db) => insertConnection(db, this.#processId, person) });
  }

  lost(person: Person, socketId: string): void {
    const { sockets } = this.#connections.get(person.sessionId) ?? {};
    if (!sockets?.delete(socketId) || sockets.size > 0) return;
    this.#connections.delete(person.sessionId);
    const leave = () => {
      this.#leaving.delete(person.sessionId);
      void this.#change({ person, write: (db) => removeConnection(db, this.#processId, person) });
    };
    this.#leaving.set(person.sessionId, setTimeout(leave, this.#timing.presenceGraceMs));
  }

  async loggedOut(person: Person): Promise<void> {
    this.#stopLeaving(person);
    await this.#change({ person, write: (db) => removeSessionConnections(db, person) });
  }

  async close(): Promise<void> {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    await this.#retrying.close();
    await Promise.all(this.#underWay);
    await this.#processRow.stop().catch((error) => {
      logFailure(this.#log, error, 'the end of this process was not written');
    });
  }

  #stopLeaving({ sessionId }: Person): void {
    clearTimeout(this.#leaving.get(sessionId));
    this.#leaving.delete(sessionId);
  }

  #change(change: Change): Promise<void> {
    const { id, sessionId } = change.person;
    this.#unwritten.set(sessionId, change);
    const written = this.#writes
      .run(id, () => this.#write(change))
      .finally(() => this.#underWay.delete(written));
    this.#underWay.add(written);
    return written;
  }

  async #write(change: Change): Promise<void> {
    const { person, write } = change;
    try {
      const status = await write(this.#db);
      if (status) announcePresence(this.#realtime, person.uuid, status);
    } catch (error) {
      logFailure(this.#log, error, 'presence was not written');
      if (isTransient(error)) {
        this.#failed.add(change);
        this.#retrying.wake();
        return;
      }
    }
    if (this.#unwritten.get(person.sessionId) === change) this.#unwritten.delete(person.sessionId);
  }

  /** Only the last change of a session counts. */
  async #retryFailed(): Promise<undefined> {
    const failed = [...this.#failed];
    this.#failed.clear();
    const last = failed.filter((one) => this.#unwritten.get(one.person.sessionId) === one);
    await Promise.all(last.map((one) => this.#change(one)));
  }
}

export const createPresence = (
  db: Database,
  realtime: Realtime,
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
  realtime: Realtime,
  log: FastifyBaseLogger,
  { holder, heartbeat, onReplaced, connected }: Beating & { connected: () => Connected[] },
): ProcessRow {
  let leaving: Promise<unknown> | undefined;

  function announce(moved: Moved[]): void {
    for (const { uuid, connectionStatus } of moved)
      if (connectionStatus !== 'ONLINE') announcePresence(realtime, uuid, connectionStatus);
  }

  /** Others took this process for dead, and may have replaced it. */
  async function comeBack(): Promise<void> {
    const { rivals, successor, moved } = await enter(db, holder);
    if (rivals.length > 0 || successor) return onReplaced(successor);
    announce(moved);
    const back = await updateAllConnected(db, holder.id, connected());
    for (const { uuid } of back) announcePresence(realtime, uuid, 'ONLINE');
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
