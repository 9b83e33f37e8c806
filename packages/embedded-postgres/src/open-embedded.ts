import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { ensureCluster } from './create-cluster.ts';
import { answerCopy, removeDeadCopies } from './database-copy.ts';
import { EngineThread } from './engine-thread.ts';
import { type AnswerCaller, lockFolder, serveCaller } from './folder-lock.ts';
import { startHousekeeping } from './housekeeping.ts';

export interface EmbeddedDatabase {
  /** Emits EngineLostError when the engine is lost; from then on every query is refused. */
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Modules the engine's thread loads first: tests watch its file system with one. */
  imports?: URL[];
  /** Answers what other processes ask besides a copy. */
  answer?: AnswerCaller;
  /** How values become JavaScript's; as `pg` does it unless told otherwise. */
  types?: pg.CustomTypesConfig;
}

/** Opens (making it when absent) the PostgreSQL that lives in `folder`; throws FolderInUseError when it is in use. */
export async function openEmbedded(
  folder: string,
  { imports, answer = async () => undefined, types }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  let started: EngineThread | undefined;
  const unlock = await lockFolder(path, (caller) =>
    serveCaller(caller, async (request) => {
      if (!started) return undefined;
      return (await answerCopy(request, path, started)) ?? answer(request);
    }),
  );
  try {
    await ensureCluster(path, imports);
    const thread = await EngineThread.start(path, imports);
    started = thread;
    await removeDeadCopies(path);
    const { pool, close: disconnect } = connectTo(thread, types);
    const close = async () => {
      await disconnect();
      await thread.close();
      await unlock();
    };
    let closed: Promise<void> | undefined;
    return {
      pool,
      close: () => {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The engine's only session, and its housekeeping, until it is closed; then a next one may be opened. */
export function connectTo(
  thread: EngineThread,
  types?: EmbeddedOptions['types'],
): EmbeddedDatabase {
  const pool = poolOn(thread, types);
  const housekeeping = startHousekeeping(pool, (error) => pool.emit('error', error));
  const onLost = (error: Error) => {
    // An idle client's loss is announced by the pool itself.
    if (pool.idleCount === 0) pool.emit('error', error);
  };
  thread.once('lost', onLost);
  return {
    pool,
    async close() {
      await housekeeping.close();
      await pool.end();
      thread.off('lost', onLost);
    },
  };
}

function poolOn(thread: EngineThread, types: EmbeddedOptions['types']): pg.Pool {
  const pool = new pg.Pool({
    stream: () => thread.connect(),
    // The engine has one session.
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    types,
  });
  // Without a listener the loss of the engine in the middle of a transaction would end the process there and then.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
