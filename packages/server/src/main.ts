import { mkdir } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, loadEnvironment, readConfig } from './config/env.ts';
import { createLog } from './config/log.ts';
import { EngineLostError } from './db/embedded/engine-thread.ts';
import { openDatabase } from './db/open-database.ts';
import { drainOnSignal } from './drain.ts';
import { explainFailure } from './explain-failure.ts';
import { mainTexts } from './main.texts.ts';
import { prepareInstallation } from './prepare-installation.ts';

// A server's lost connection is replaced by the pool; a lost engine has no other, so only a new start helps.
function handleLoss(log: FastifyBaseLogger, error: Error): void {
  log.error({ err: error }, 'database connection lost');
  if (error instanceof EngineLostError) process.exit(1);
}

async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
  const db = await openDatabase(config, (error) => handleLoss(log, error));
  const app = await buildApp(config, db, log);
  const administrator = await prepareInstallation(app.ctx);
  drainOnSignal(log, async () => {
    await app.close();
    await db.close();
  });
  const port = await app.listen();
  console.log(mainTexts.listening(config.publicUrl ?? `http://localhost:${port}`));
  if (administrator) console.log(mainTexts.firstAdministrator(administrator));
}

// Reads the settings, opens the data and serves until a signal; a start that fails says why in one line and exits 1.
try {
  await serve(readConfig(loadEnvironment()));
} catch (error) {
  console.error(explainFailure(error));
  process.exit(1);
}
