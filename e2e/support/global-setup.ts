import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lendServers } from './lent-servers.ts';
import { startServer } from './server.ts';

/**
 * One folder for all data of a run's servers, with one empty company in it. Every server starts on a copy, because
 * making a database takes longest.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-e2e-'));
  process.env.E2E_FOLDER = folder;
  // For a run that a signal ends.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const company = await startServer();
  await company.stop();
  process.env.E2E_COMPANY = company.dataFolder;
  const takeBack = await lendServers();
  return async () => {
    await takeBack();
    await rm(folder, { recursive: true, force: true });
  };
}
