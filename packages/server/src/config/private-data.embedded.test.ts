import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { picture, sentFile } from '../../test/files.ts';
import { administratorOf, launch, launchServer, type OwnServer } from '../../test/own-process.ts';

const PATIENTLY_MS = 240_000;
const CARELESSLY = 'umask 000';
const BY_OTHERS = 0o077;
let folder: string;
let dataDir: string;
let server: OwnServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-data-'));
  dataDir = join(folder, 'chat', 'data');
});
afterEach(() => server.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** Files and folders from `path` down that other users of the machine may access. */
async function openToOthers(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const open: string[] = [];
  for (const name of ['.', ...names]) {
    if ((await modeOf(join(path, name))) & BY_OTHERS) open.push(name);
  }
  return open;
}

test(
  'whatever the umask, what a server and a backup write is for their user alone, from the first moment on',
  async () => {
    server = launchServer({ dataDir, shell: CARELESSLY });
    const found = () => modeOf(dataDir).catch(() => undefined);
    await expect.poll(found).toBeDefined();
    expect(await found()).toBe(0o700);
    const elena = await administratorOf(server);
    const { content: chat } = await elena.call(getPersonalChat, {});
    const bytes = await picture();
    const { mediaUrl } = await sentFile(elena, chat.uuid, { type: 'IMAGE', bytes });
    expect(mediaUrl).not.toBeNull();
    expect(await openToOthers(dataDir)).toEqual([]);
    const backup = launch({ program: 'backup', dataDir, shell: CARELESSLY });
    expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('Copia')]);
    expect(await readdir(join(dataDir, 'backups'))).toHaveLength(1);
    expect(await openToOthers(dataDir)).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(await openToOthers(join(folder, 'chat'))).toEqual([]);
  },
  PATIENTLY_MS,
);

test(
  'a folder of data that others could enter is closed to them by the next start, its database too',
  async () => {
    const version = join(dataDir, 'db', 'cluster', 'PG_VERSION');
    await chmod(dataDir, 0o755);
    await chmod(version, 0o666);
    server = launchServer({ dataDir, shell: CARELESSLY });
    expect(await server.url).toBeDefined();
    expect([await modeOf(dataDir), await modeOf(version)]).toEqual([0o700, 0o600]);
  },
  PATIENTLY_MS,
);
