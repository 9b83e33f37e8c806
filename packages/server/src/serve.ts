import { EngineLostError } from '@chat/embedded-postgres/engine-thread';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, loadEnvironment, readConfig } from './config/env.ts';
import { createLog, logOfNode } from './config/log.ts';
import { mainTexts } from './config/operator.texts.ts';
import {
  explainDatabase,
  explainListening,
  findMisspelt,
  makeDataDir,
  makePrivate,
} from './config/refused-settings.ts';
import { openDatabase } from './db/open-database.ts';
import { version } from './shared/version.ts';

// SIGTERM gives 10 s (rules/reliability 7); requests that still run are cut off.
const GRACE_MS = 9_000;

/** The end of the process. */
export interface Drain {
  /** Sets how the service is closed; without it the process ends at once. */
  closeBy(close: () => Promise<void>): void;
  /** Ends the process with that code. */
  now(code: number): Promise<void>;
  hasBegun(): boolean;
}

/**
 * On SIGTERM or SIGINT closes once what is to be closed, and ends the process with 0. A terminal and its shell may both
 * pass a signal on, so a second one must not cut the first one's work short.
 */
export function drainOnSignal(log: FastifyBaseLogger): Drain {
  let close = async () => {};
  let draining = false;
  const drain = async (code: number) => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(code), GRACE_MS).unref();
    await close().catch((error) => log.error({ err: error }, 'stopped with an error'));
    process.exit(code);
  };
  process.on('SIGTERM', () => void drain(0));
  process.on('SIGINT', () => void drain(0));
  return {
    closeBy(given) {
      close = given;
    },
    now: drain,
    hasBegun: () => draining,
  };
}

// A server's lost connection is replaced by the pool; a lost engine has no other, so only a new start helps.
function handleLoss(log: FastifyBaseLogger, error: Error): void {
  if (error instanceof EngineLostError) {
    log.error({ err: error }, 'database connection lost');
    process.exit(1);
  }
  log.warn({ reason: error.message }, 'database connection lost');
}

const sayWaiting = () => console.log(mainTexts.waitingForLease);

async function serveBy(config: Config, pageBuilt?: Promise<unknown>): Promise<void> {
  const log = createLog(config.logLevel);
  logOfNode(log);
  const drain = drainOnSignal(log);
  const isClosed = await makeDataDir(config.dataDir);
  if (!isClosed) log.warn('DATA_DIR belongs to somebody else: who may enter it is theirs to say');
  const onLost = (error: Error) => handleLoss(log, error);
  const opening = openDatabase(config, onLost, { onWaiting: sayWaiting }).catch((error) => {
    throw explainDatabase(config, error);
  });
  // The engine starts in its thread while the application's modules are read here: half a second of every other start.
  const [db, { buildApp }, { prepareInstallation }] = await Promise.all([
    opening,
    import('./app.ts'),
    import('./start-jobs.ts'),
    pageBuilt,
  ]);
  // Not before the data are open: what they refuse is told in one line.
  log.info({ version, node: process.version }, `WEB CHAT ${version} starts`);
  const app = await buildApp(config, db, log, {
    onWaiting: sayWaiting,
    onReplaced(successor) {
      console.error(successor ? mainTexts.outdated(successor) : mainTexts.replaced);
      void drain.now(1);
    },
  });
  const close = async () => {
    await app.close();
    await db.close();
  };
  drain.closeBy(close);
  try {
    const administrator = await prepareInstallation(app.ctx);
    const port = await app.listen();
    console.log(mainTexts.listening(config.publicUrl ?? `http://localhost:${port}`));
    if (administrator) console.log(mainTexts.firstAdministrator(administrator));
  } catch (error) {
    // The signal took from the start what the start needed.
    if (drain.hasBegun()) return;
    // The next start must not wait for this one's lease.
    await close().catch(() => {});
    throw explainListening(config, error);
  }
}

/**
 * Reads the settings, opens the data and serves until a signal; a start that fails throws the reason.
 *
 * @param pageBuilt until then the page's files are not all there
 */
export async function serve(pageBuilt?: Promise<unknown>): Promise<void> {
  makePrivate();
  const environment = loadEnvironment();
  const config = readConfig(environment);
  for (const { name, known } of findMisspelt(environment)) {
    console.error(mainTexts.misspelt(name, known));
  }
  if (config.push.allowsPrivate) console.error(mainTexts.pushesAnywhere);
  await serveBy(config, pageBuilt);
}
