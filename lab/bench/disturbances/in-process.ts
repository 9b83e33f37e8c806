import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { startApp, type TestApp } from '../../../packages/server/test/build-app.ts';
import { type Cast, gatherCast } from '../../../packages/server/test/cast.ts';

/** A server of this process, on the embedded engine, so that a row reaches what no route gives. */
export interface InProcess {
  app: TestApp;
  cast: Cast;
  stop(): Promise<void>;
}

export async function serveInProcess(
  settings: Parameters<typeof startApp>[0] = {},
): Promise<InProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
  const db = await openDatabase({ databaseUrl: undefined, dataDir }, console.error);
  const remove = async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const app = await startApp({ dataDir, ...settings }, { database: { db, remove } });
  return { app, cast: await gatherCast(app), stop: () => app.close() };
}
