import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { answerCopy, removeDeadCopies } from './database-copy.ts';
import { EngineThread } from './engine-thread.ts';
import { type AnswerCaller, lockFolder, serveCaller } from './folder-lock.ts';
import { startHousekeeping } from './housekeeping.ts';

export interface EmbeddedDatabase {
  /** Emits EngineLostError when the engine is lost; every later query is refused. */
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Modules that the engine's thread loads first: with one, tests watch the file system. */
  imports?: URL[];
  /** Answers all questions of other processes except for a copy. */
  answer?: AnswerCaller;
  /** The conversion of values to JavaScript; by default that of `pg`. */
  types?: pg.CustomTypesConfig;
}

/** Opens the PostgreSQL in `folder`, and makes it first if absent; throws FolderInUseError if the folder is in use. */
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

/** Opens the engine's only session, with its housekeeping; after its close another session may be opened. */
export function connectTo(
  thread: EngineThread,
  types?: EmbeddedOptions['types'],
): EmbeddedDatabase {
  const pool = poolOn(thread, types);
  const housekeeping = startHousekeeping(pool, (error) => pool.emit('error', error));
  const onLost = (error: Error) => {
    // For an idle client the pool itself emits the error.
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
  // Without a listener, the loss of the engine during a transaction would end the process at once.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
