import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';

/**
 * One folder for all data of a run's servers, with one empty company in it. Every server starts on a copy, because
 * making a database takes longest.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-e2e-'));
  process.env.E2E_FOLDER = folder;
  const company = await startServer();
  await company.stop();
  process.env.E2E_COMPANY = company.dataFolder;
  return () => rm(folder, { recursive: true, force: true });
}
