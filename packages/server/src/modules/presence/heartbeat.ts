import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { SILENT_MS } from '../../db/living-processes.ts';
import { logUnlessTransient } from '../../db/outage.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { every, type Repeated } from '../../shared/every.ts';
import { enter, type Leaseholder } from './lease.ts';
import { announcePresence } from './presence.events.ts';
import {
  type Connected,
  type Moved,
  removeDeadProcesses,
  removeNamedProcesses,
  updateAllConnected,
  updateLeaving,
  updateProcess,
} from './presence.queries.ts';

/** Writes that this process lives, and finds processes that have died. */
export interface Heartbeat {
  start(): Promise<void>;
  /** It drains: a process that waits for its place goes on waiting. */
  leave(): void;
  /** This process ends: its users are not connected here any more. */
  stop(): Promise<void>;
}

const BEAT_MS = 5_000;

export interface Beating {
  holder: Leaseholder;
  connected: () => Connected[];
  /** Another process has the database now, which this one cannot serve beside; or `successor` has changed its schema. */
  onReplaced: (successor: string | undefined) => void;
}

export function createHeartbeat(
  db: Database,
  realtime: () => Realtime,
  log: FastifyBaseLogger,
  { holder, connected, onReplaced }: Beating,
): Heartbeat {
  let beating: Repeated | undefined;
  let leaving: Promise<unknown> | undefined;
  let lastBeat = 0;

  function announce(moved: Moved[]): void {
    for (const { uuid, connectionStatus } of moved)
      if (connectionStatus !== 'ONLINE') announcePresence(realtime(), uuid, connectionStatus);
  }

  /** It was taken for dead, and may have been replaced. */
  async function comeBack(): Promise<void> {
    const { rivals, successor, moved } = await enter(db, holder);
    if (rivals.length > 0 || successor) return onReplaced(successor);
    announce(moved);
    const back = await updateAllConnected(db, holder.id, connected());
    for (const { uuid } of back) announcePresence(realtime(), uuid, 'ONLINE');
  }

  async function beat(): Promise<void> {
    if (!(await updateProcess(db, holder.id))) await comeBack();
    // A process that could not write its own heartbeat cannot judge those of others.
    const isSteady = Date.now() - lastBeat < 2 * BEAT_MS;
    lastBeat = Date.now();
    if (isSteady) announce(await removeDeadProcesses(db, holder.id, SILENT_MS));
  }

  return {
    async start() {
      if (!(await updateProcess(db, holder.id))) await enter(db, holder);
      const silentMs = holder.sharing === 'embedded' ? 0 : SILENT_MS;
      await removeDeadProcesses(db, holder.id, silentMs, true);
      lastBeat = Date.now();
      beating = every(BEAT_MS, beat, logUnlessTransient(log, 'the heartbeat was not written'));
    },
    leave() {
      leaving = updateLeaving(db, holder.id).catch(() => {});
    },
    async stop() {
      await beating?.close();
      await leaving;
      announce(await removeNamedProcesses(db, [holder.id]));
    },
  };
}
