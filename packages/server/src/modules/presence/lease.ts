import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/env.ts';
import { dbTexts } from '../../config/operator.texts.ts';
import type { Database, Db } from '../../db/database.ts';
import { SILENT_MS, watchBeats } from '../../db/living-processes.ts';
import { SchemaError } from '../../db/migrate.ts';
import { version } from '../../shared/version.ts';
import {
  findRivals,
  findSuccessor,
  insertProcess,
  lockLeases,
  type Moved,
  type Rival,
  removeNamedProcesses,
} from './processes.queries.ts';

/** A process, and the processes that may share its database: without Redis there are none. */
export interface Leaseholder {
  id: string;
  sharing: 'embedded' | 'alone' | 'joined';
}

/** A process that this one cannot serve beside has the database. */
export class DatabaseTakenError extends Error {}

const LOOK_MS = 500;

export function leaseholderOf({ databaseUrl, redisUrl }: Config): Leaseholder {
  const sharing = redisUrl ? 'joined' : 'alone';
  return { id: randomUUID(), sharing: databaseUrl ? sharing : 'embedded' };
}

export interface Entry {
  /** Processes in the way; none once this process serves. */
  rivals: Rival[];
  /** The version for whose schema this process is too old; none once it serves. */
  successor: string | undefined;
  /** Users whose connections were to processes that are gone. */
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
    const successor = await findSuccessor(tx);
    if (successor) return { rivals: [], successor, moved: [] };
    // The folder's own lock keeps everybody else away from the embedded engine.
    const found =
      sharing === 'embedded' ? [] : await findRivals(tx, id, sharing === 'joined', SILENT_MS);
    const rivals = found.filter((rival) => !rival.isSilent && !isFoundSilent(rival));
    if (rivals.length > 0) return { rivals, successor, moved: [] };
    const moved =
      found.length > 0
        ? await removeNamedProcesses(
            tx,
            found.map(({ uuid }) => uuid),
          )
        : [];
    await insertProcess(tx, id, sharing !== 'alone');
    return { rivals, successor, moved };
  });
}

/**
 * Comes in at a start. Waits for a process that is draining, or that has ended without a word until its lease is lost;
 * throws DatabaseTakenError when one lives that it cannot serve beside, and SchemaError when a newer version has just
 * changed the schema.
 */
export async function takeLease(
  db: Database,
  holder: Leaseholder,
  onWaiting: () => void,
): Promise<void> {
  const watched = watchBeats();
  for (let looks = 0; ; looks++) {
    const { rivals, successor } = await enter(db, holder, watched.isSilent);
    if (successor) throw new SchemaError(dbTexts.newerData(successor, version));
    if (rivals.length === 0) return;
    if (watched.staying(rivals).length > 0)
      throw new DatabaseTakenError('Another server has the database');
    if (looks === 0) onWaiting();
    await pause(LOOK_MS);
  }
}

/** Whether a server has the database; none comes in before the commit. */
export async function isServed(tx: Db): Promise<boolean> {
  await lockLeases(tx);
  const found = await findRivals(tx, randomUUID(), false, SILENT_MS);
  return found.some((one) => !one.isSilent);
}

/** A start that fails afterwards: the next one would wait for its lease. */
export async function returnLease(db: Database, { id }: Leaseholder): Promise<void> {
  await db.transaction((tx) => removeNamedProcesses(tx, [id]));
}
