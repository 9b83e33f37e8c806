import { rm, utimes } from 'node:fs/promises';
import { logFailure } from '../../db/faults.ts';
import { createWorker, failAlone, type Job, type Worker } from '../../jobs/worker.ts';
import { userRoom } from '../../realtime/live-sockets.ts';
import type { Realtime } from '../../realtime/publish.ts';
import { newUuid } from '../../shared/new-uuid.ts';
import { Archive, createPace } from './archive.ts';
import type { ExportDeps, Exporter } from './context.ts';
import {
  findGone,
  findLeftFiles,
  findUnnamed,
  hasReadyFile,
  type LeftFiles,
  putBack,
  removeGone,
  replaceOlder,
  type TakenExport,
  takeExport,
  updateExpired,
  updateFailed,
  updateReady,
} from './data-exports.queries.ts';
import { writeChat } from './write-chat.ts';
import { writePerson } from './write-person.ts';

/** How often this process looks for work of ended processes. */
const LOOK_MS = 10_000;
/** How often expired ones are removed. */
const TIDY_MS = 60_000;
/** Folders of the staging that nothing has touched for an hour are removed. */
const TOUCH_MS = 10 * 60_000;
/** A ZIP that ends its process, or fails, again and again is given up. */
const MAX_TRIES = 5;
const REMOVED_AT_ONCE = 100;

type Deps = ExportDeps & { realtime: Realtime };

/** A name that nothing else in the store has. */
export const storeKeyOf = (fileUuid: string): string => `${fileUuid}.export`;
const STORE_KEY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.export$/;

class BackgroundExporter implements Exporter {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  readonly #worker: Worker;
  #jobs: Job[] = [];
  #tidying: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#worker = createWorker({
      round: (signal) => this.#makeNext(signal),
      onError: (error) => logFailure(deps.log, error, 'an export was not made'),
    });
  }

  start(): void {
    const { log, heartbeat } = this.#deps;
    const onError = (error: Error) => logFailure(log, error, 'expired exports were not removed');
    this.#tidying = removeUnnamed(this.#deps, this.#closing.signal).catch(onError);
    const tidy = (signal: AbortSignal) => removeExpired(this.#deps, signal);
    this.#jobs = [
      heartbeat.every(
        LOOK_MS,
        ({ hasExports }) => hasExports,
        async () => this.wake(),
        onError,
      ),
      heartbeat.every(TIDY_MS, ({ hasOverExports }) => hasOverExports, tidy, onError),
    ];
  }

  wake(): void {
    this.#worker.wake();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#worker, ...this.#jobs].map((job) => job.close()));
    await this.#tidying;
  }

  async #makeNext(signal: AbortSignal): Promise<number | undefined> {
    const { db, processId } = this.#deps;
    const taken = await takeExport(db, processId, newUuid());
    const isDone = taken !== undefined && (await carryOut(this.#deps, taken, signal));
    // A failed export is tried again at the next look, after those that were asked for meanwhile.
    return isDone ? 0 : undefined;
  }
}

/** `holder` names this process. */
export const createExporter = (
  {
    config,
    db,
    log,
    heartbeat,
    holder,
  }: Pick<Deps, 'config' | 'db' | 'log' | 'heartbeat'> & { holder: { id: string } },
  parts: Pick<Deps, 'storage' | 'staging' | 'erasedHider' | 'realtime'>,
): Exporter =>
  new BackgroundExporter({ config, db, log, heartbeat, processId: holder.id, ...parts });

/** False where another try is to follow. */
async function carryOut(deps: Deps, taken: TakenExport, signal: AbortSignal): Promise<boolean> {
  const { db, storage, log } = deps;
  const outcome = await tryToMake(deps, taken, signal);
  if (outcome !== 'READY') return outcome === 'GIVEN_UP';
  announce(deps, taken, 'READY');
  try {
    const left = await findLeftFiles(db, taken.id);
    if (left.length > 0) await storage.remove(left.map(storeKeyOf));
    await removeExpired(deps, signal);
  } catch (error) {
    logFailure(log, error, 'what an export replaces was not removed');
  }
  return true;
}

async function tryToMake(
  deps: Deps,
  taken: TakenExport,
  signal: AbortSignal,
): Promise<'READY' | 'GIVEN_UP' | 'PUT_BACK'> {
  const { db, processId, storage, log } = deps;
  const key = storeKeyOf(taken.fileUuid);
  try {
    if (taken.tries <= MAX_TRIES) {
      const size = await make(deps, taken, key, signal);
      const isReady = await db.transaction(async (tx) => {
        if (!(await updateReady(tx, processId, taken, size))) return false;
        await replaceOlder(tx, taken);
        return true;
      });
      if (isReady) return 'READY';
      // Somebody else has it, or nobody is to have it any more: a hold has ended, or the chat is gone.
      await storage.remove([key]);
    }
  } catch (error) {
    // The answer to a commit may have been lost.
    if (await hasReadyFile(db, taken)) return 'READY';
    await storage.remove([key]).catch(() => {});
    const isStopped = signal.aborted;
    if (!isStopped) logFailure(log, error, 'an export was not made', { tries: taken.tries });
    if (isStopped || taken.tries < MAX_TRIES) {
      await putBack(db, processId, taken, isStopped);
      return 'PUT_BACK';
    }
  }
  await giveUp(deps, taken);
  return 'GIVEN_UP';
}

async function giveUp(deps: Deps, taken: TakenExport): Promise<void> {
  if (await updateFailed(deps.db, deps.processId, taken)) announce(deps, taken, 'FAILED');
}

function announce(
  { realtime }: Deps,
  { uuid, askerUuid }: TakenExport,
  status: 'READY' | 'FAILED',
): void {
  realtime.publish(userRoom(askerUuid), 'export:ready', { uuid, status });
}

/** Writes the ZIP beside the store and puts it there; gives its size. */
async function make(
  deps: Deps,
  taken: TakenExport,
  key: string,
  signal: AbortSignal,
): Promise<number> {
  const { staging, storage } = deps;
  const folder = await staging.openFolder();
  const touching = setInterval(() => {
    const now = new Date();
    utimes(folder, now, now).catch(() => {});
  }, TOUCH_MS);
  touching.unref();
  const archive = new Archive(folder, staging, createPace(signal));
  try {
    await archive.start();
    const { chatId } = taken;
    const size =
      chatId === null
        ? await writePerson(deps, archive, taken)
        : await writeChat(deps, archive, chatId);
    await storage.put(key, archive.path);
    return size;
  } finally {
    clearInterval(touching);
    await archive.abandon();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes expired and replaced ones: first the bytes, then the row that names them. */
export async function removeExpired(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  await updateExpired(db);
  let isBad = false;
  while (!signal.aborted && !isBad) {
    const gone = await findGone(db, REMOVED_AT_ONCE);
    if (gone.length === 0) return;
    await failAlone(
      gone,
      (some) => removeZips({ db, storage }, some),
      ({ id }, error) => {
        // The next round tries it again.
        isBad = true;
        log.error({ err: error, id }, 'an expired export was not removed');
      },
      storage.check,
    );
  }
}

async function removeZips(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  zips: LeftFiles[],
): Promise<void> {
  await storage.remove(zips.flatMap(({ fileUuids }) => fileUuids.map(storeKeyOf)));
  await removeGone(
    db,
    zips.map(({ id }) => id),
  );
}

/**
 * Removes the ZIPs that no row names: an earlier database, restored beside the store of a later one, knows nothing of
 * those. A ZIP is in the store after its row names it, so one that is made meanwhile stays.
 */
async function removeUnnamed(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  signal: AbortSignal,
): Promise<void> {
  for await (const keys of storage.list()) {
    if (signal.aborted) return;
    const fileUuids = keys.flatMap((key) => STORE_KEY.exec(key)?.[1] ?? []);
    if (fileUuids.length === 0) continue;
    const unnamed = await findUnnamed(db, fileUuids);
    if (unnamed.length > 0) await storage.remove(unnamed.map(storeKeyOf));
  }
}
