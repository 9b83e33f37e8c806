import { randomUUID } from 'node:crypto';
import { chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../config/env.ts';
import { codeOf } from '../shared/error-parts.ts';
import { storeOnS3 } from './s3.ts';
import type { Storage } from './storage.ts';

// Where every process of the installation finds it: in the folder that they share, or in their store.
const NAME = 'last-backup';

type Settings = Pick<Config, 'dataDir' | 's3'>;

async function markOnDisk(dataDir: string, moment: string): Promise<void> {
  const beside = join(dataDir, `${NAME}-${randomUUID()}`);
  await writeFile(beside, moment, { mode: 0o600 });
  // The command may run as root, and the server must read it.
  const { uid, gid } = await stat(dataDir);
  await chown(beside, uid, gid);
  await rename(beside, join(dataDir, NAME));
}

async function markInStore(store: Storage, moment: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-'));
  try {
    const file = join(folder, NAME);
    await writeFile(file, moment);
    await store.put(NAME, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves a mark that a whole backup of that moment was made; a backup is one without it, too. */
export async function noteBackup({ s3, dataDir }: Settings, moment: Date): Promise<void> {
  const written = moment.toISOString();
  const marking = s3 ? markInStore(storeOnS3(s3), written) : markOnDisk(dataDir, written);
  await marking.catch(() => {});
}

async function readMark(storage: Storage, { s3, dataDir }: Settings): Promise<string | undefined> {
  if (s3) {
    const stored = await storage.read(NAME);
    return stored && text(stored.bytes);
  }
  return readFile(join(dataDir, NAME), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Seconds since the moment of the last whole backup; infinite when there was none. */
export async function findBackupAge(storage: Storage, settings: Settings): Promise<number> {
  const moment = Date.parse((await readMark(storage, settings)) ?? '');
  return Number.isNaN(moment) ? Number.POSITIVE_INFINITY : (Date.now() - moment) / 1000;
}
