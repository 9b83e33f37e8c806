import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { logUnlessAway } from '../../db/outage.ts';
import { every, type Repeated } from '../../every.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { announcePresence } from './presence.events.ts';
import {
  type Connected,
  removeDeadProcesses,
  removeProcess,
  updateAllConnected,
  updateOnlineNowhere,
  upsertProcess,
} from './presence.queries.ts';

/** Tells the database that this process lives, and finds those that have died without a word. */
export interface Heartbeat {
  start(): Promise<void>;
  /** This process lives no more: its people are not connected here. */
  stop(): Promise<void>;
}

const BEAT_MS = 5_000;
// Contract §3 gives a killed process's users 30 s: this, and the wait for the next beat of somebody.
const SILENT_MS = 15_000;

export function createHeartbeat(
  db: Database,
  realtime: () => Realtime,
  log: FastifyBaseLogger,
  process: { id: string; isAlone: boolean; connected: () => Connected[] },
): Heartbeat {
  let beating: Repeated | undefined;
  let lastBeat = 0;

  function announce(moved: Awaited<ReturnType<typeof removeProcess>>): void {
    for (const { uuid, connectionStatus } of moved)
      if (connectionStatus !== 'ONLINE') announcePresence(realtime(), uuid, connectionStatus);
  }

  async function comeBack(): Promise<void> {
    const back = await updateAllConnected(db, process.id, process.connected());
    for (const { uuid } of back) announcePresence(realtime(), uuid, 'ONLINE');
  }

  async function beat(): Promise<void> {
    if (await upsertProcess(db, process.id)) await comeBack();
    // Who could not tell for a while that he lives has no right to think so of others.
    const isSteady = Date.now() - lastBeat < 2 * BEAT_MS;
    lastBeat = Date.now();
    if (isSteady) announce(await removeDeadProcesses(db, process.id, SILENT_MS));
  }

  return {
    async start() {
      await upsertProcess(db, process.id);
      await removeDeadProcesses(db, process.id, process.isAlone ? 0 : SILENT_MS, true);
      await updateOnlineNowhere(db);
      lastBeat = Date.now();
      beating = every(BEAT_MS, beat, logUnlessAway(log, 'the heartbeat was not written'));
    },
    async stop() {
      await beating?.close();
      announce(await removeProcess(db, process.id));
    },
  };
}
