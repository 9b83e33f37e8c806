import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/env.ts';
import type { Database } from '../../db/database.ts';
import {
  findRivals,
  insertProcess,
  lockLeases,
  type Moved,
  type Rival,
  removeNamedProcesses,
} from './presence.queries.ts';

/** This process, and with whom it may share its database: one without Redis has it to itself. */
export interface Leaseholder {
  id: string;
  sharing: 'embedded' | 'alone' | 'joined';
}

/** A process that this one cannot serve beside has the database. */
export class DatabaseTakenError extends Error {}

// A killed process's users show within 30 s (rules/presence 4): this, and the wait for the next beat of somebody.
export const SILENT_MS = 15_000;
const LOOK_MS = 500;
// Beyond what draining takes at most, and what the last beat then lasts.
const WAIT_TIMEOUT_MS = 30_000;

export function leaseholderOf({ databaseUrl, redisUrl }: Config): Leaseholder {
  const sharing = redisUrl ? 'joined' : 'alone';
  return { id: randomUUID(), sharing: databaseUrl ? sharing : 'embedded' };
}

/** Processes in the way; none once this process serves. `moved`: users whose connections were to processes that are gone. */
export interface Entry {
  rivals: Rival[];
  moved: Moved[];
}

/** Takes the lease unless a rival lives: one with a recent heartbeat that was not `found` silent. */
export function enter(
  db: Database,
  { id, sharing }: Leaseholder,
  isFoundSilent: (rival: Rival) => boolean = () => false,
): Promise<Entry> {
  return db.transaction(async (tx) => {
    await lockLeases(tx);
    // The folder's own lock keeps everybody else away from the embedded engine.
    const found =
      sharing === 'embedded' ? [] : await findRivals(tx, id, sharing === 'joined', SILENT_MS);
    const rivals = found.filter((rival) => !rival.isSilent && !isFoundSilent(rival));
    if (rivals.length > 0) return { rivals, moved: [] };
    const moved =
      found.length > 0
        ? await removeNamedProcesses(
            tx,
            found.map(({ uuid }) => uuid),
          )
        : [];
    await insertProcess(tx, id, sharing !== 'alone');
    return { rivals, moved };
  });
}

/** Finds the rivals that beat by looking twice, by its own clock alone: those of two machines may differ. */
function watchRivals() {
  const firstSeen = new Map<string, { seenAt: string; at: number }>();
  return {
    beats(rival: Rival): boolean {
      const first = firstSeen.get(rival.uuid);
      if (!first) firstSeen.set(rival.uuid, { seenAt: rival.seenAt, at: performance.now() });
      return first !== undefined && first.seenAt !== rival.seenAt;
    },
    isSilent({ uuid, seenAt }: Rival): boolean {
      const first = firstSeen.get(uuid);
      return first?.seenAt === seenAt && performance.now() - first.at > SILENT_MS;
    },
  };
}

/**
 * Comes in at a start. Waits for a process that is draining, or that has ended without a word until its lease is lost;
 * throws DatabaseTakenError when one lives that it cannot serve beside.
 */
export async function takeLease(
  db: Database,
  holder: Leaseholder,
  onWaiting: () => void,
): Promise<void> {
  const began = performance.now();
  const watched = watchRivals();
  for (let looks = 0; ; looks++) {
    const { rivals } = await enter(db, holder, watched.isSilent);
    if (rivals.length === 0) return;
    const staying = rivals.filter((rival) => watched.beats(rival) && !rival.isLeaving);
    if (staying.length > 0 || performance.now() - began > WAIT_TIMEOUT_MS) {
      throw new DatabaseTakenError('Another server has the database');
    }
    if (looks === 0) onWaiting();
    await pause(LOOK_MS);
  }
}

/** A start that fails afterwards: the next one would wait for its lease. */
export async function returnLease(db: Database, { id }: Leaseholder): Promise<void> {
  await db.transaction((tx) => removeNamedProcesses(tx, [id]));
}
