import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type App, buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config/env.ts';
import { createLog } from '../src/config/log.ts';
import { defaultTiming } from '../src/config/timing.ts';
import { prepareInstallation } from '../src/start-jobs.ts';
import { Client, PASSWORD } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestApp {
  app: App;
  url: string;
  ctx: App['ctx'];
  /** A person who has not signed in, on a device of their own. */
  client(): Client;
  /** A person who has signed in, on a device of their own. */
  signIn(email: string, password?: string): Promise<Client>;
  /** The first administrator, signed in. */
  elena: Client;
  close(): Promise<void>;
  /** Stops the server and starts another one on the same data; `meanwhile` runs while no server does. */
  restart(meanwhile?: () => Promise<unknown>, settings?: Partial<Config>): Promise<TestApp>;
}

type ServedDatabase = Pick<TestDatabase, 'db' | 'remove'>;

export const ADMINISTRATOR = 'elena@empresa.local';

/**
 * Neighbours may answer as late as a busy machine makes them: a test of such a limit sets the limit. A batch of receipts
 * waits for no earlier one.
 */
export const patientTiming = {
  ...defaultTiming,
  companyAnswerMs: 60_000,
  pushAnswerMs: 60_000,
  pushSlowMs: 60_000,
  drawingMs: 600_000,
  receiptsApartMs: 0,
};

interface Surroundings {
  database?: ServedDatabase;
  /** To a database that is made for it: as many as calls are to meet there. */
  connections?: number;
  log?: FastifyBaseLogger;
}

/** The whole server on a real database, listening on a port of its own. Every device is approved unless asked otherwise. */
export async function startApp(
  settings: Partial<Config> = {},
  { database, connections, log }: Surroundings = {},
): Promise<TestApp> {
  const config: Config = {
    ...readConfig({ PORT: '0', LOG_LEVEL: 'silent', DEVICE_APPROVAL: 'off' }),
    adminEmail: ADMINISTRATOR,
    adminPassword: PASSWORD,
    loginRate: 1_000,
    sendRate: 0,
    reserveBytes: 0,
    auditKey: 'the-installation-key-of-all-tests',
    timing: patientTiming,
    dataDir: await mkdtemp(join(tmpdir(), 'web-chat-')),
    ...settings,
  };
  const { db, remove } = database ?? (await createTestDatabase(connections));
  const removeBoth = async () => {
    await remove();
    await rm(config.dataDir, { recursive: true, force: true });
  };
  return serve(config, { db, remove: removeBoth }, log);
}

/** Starts a server on the database; closing the server removes the database. */
export async function serve(
  config: Config,
  database: ServedDatabase,
  log: FastifyBaseLogger = createLog(config.logLevel),
): Promise<TestApp> {
  const app = await buildApp(config, database.db, log);
  await prepareInstallation(app.ctx);
  const url = `http://127.0.0.1:${await app.listen()}`;
  const client = () => new Client(url);
  return {
    app,
    url,
    ctx: app.ctx,
    client,
    signIn: (email, password) => client().signIn(email, password),
    // Where nobody comes in by a password the test has her come in.
    elena: config.passwordLogin ? await client().signIn(ADMINISTRATOR) : client(),
    async close() {
      await app.close();
      await database.remove();
    },
    async restart(meanwhile, settings) {
      await app.close();
      await meanwhile?.();
      return serve({ ...config, ...settings }, database, log);
    },
  };
}
