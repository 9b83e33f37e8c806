import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabaseFolder } from '../test/templates.ts';
import { askOwner, FolderInUseError, lockFolder, serveCaller } from './folder-lock.ts';
import { openEmbedded } from './open-embedded.ts';

let folder: string;
let other: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-test-'));
});

afterEach(async () => {
  if (other) await kill(other);
  other = undefined;
  await rm(folder, { recursive: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A second process that runs `code` on this folder's modules, prints a line and stays alive. */
async function startOther(code: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', `${code}; console.log('ready');`],
    { cwd: new URL('.', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return child;
}

const moduleUrl = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

const lockInOther = (path: string) =>
  startOther(`import { lockFolder } from ${moduleUrl('./folder-lock.ts')};
    await lockFolder(${JSON.stringify(path)});
    setInterval(() => {}, 60_000)`);

describe('a locked folder', () => {
  it('is refused to a second process', async () => {
    other = await lockInOther(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  });

  it('is refused to the same process', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await unlock();
  });

  it('is free again at once when unlocked, and holds nothing of the lock', async () => {
    await (await lockFolder(folder))();
    await (await lockFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is free again at once when its owner was killed', async () => {
    other = await lockInOther(folder);
    await kill(other);
    await (await lockFolder(folder))();
  });

  it('goes to exactly one of many who want it, fresh or left by a dead owner', async () => {
    for (const isFresh of [true, false]) {
      if (!isFresh) await kill(await lockInOther(folder));
      const claims = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
      const won = claims.filter((claim) => claim.status === 'fulfilled');
      const lost = claims.filter((claim) => claim.status === 'rejected');
      expect(won).toHaveLength(1);
      for (const { reason } of lost) expect(reason).toBeInstanceOf(FolderInUseError);
      for (const { value: unlock } of won) await unlock();
    }
  });

  it('may have a path longer than a socket can be named by', async () => {
    const deep = join(folder, ...Array.from({ length: 12 }, () => 'a-rather-long-name'));
    await mkdir(deep, { recursive: true });
    const unlock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(FolderInUseError);
    await unlock();
  });
});

describe('the owner of a folder', () => {
  const shout = (caller: net.Socket) => serveCaller(caller, async (words) => words.toUpperCase());

  it('is asked however long its path is', async () => {
    const deep = join(folder, ...Array.from({ length: 12 }, () => 'a-rather-long-name'));
    await mkdir(deep, { recursive: true });
    const unlock = await lockFolder(deep, shout);
    expect(await askOwner(deep, 'hola, ñandú')).toBe('HOLA, ÑANDÚ');
    await unlock();
    await expect(askOwner(deep, 'hola')).rejects.toThrow(FolderInUseError);
  });

  it('lets nobody else of the machine ask', async () => {
    const unlock = await lockFolder(folder, shout);
    const owner = join(folder, 'owner');
    const [socket = ''] = await readdir(owner);
    expect((await stat(owner)).mode & 0o777).toBe(0o700);
    expect((await stat(join(owner, socket))).mode & 0o777).toBe(0o600);
    await unlock();
  });
});

describe('an open database', () => {
  it('is refused to others, and after kill -9 opens at once with what was committed', async () => {
    const own = await emptyDatabaseFolder();
    other = await startOther(`import { openEmbedded } from ${moduleUrl('./open-embedded.ts')};
      const { pool } = await openEmbedded(${JSON.stringify(own)});
      await pool.query('create table notes as select 1 as one')`);
    await expect(openEmbedded(own)).rejects.toThrow(FolderInUseError);
    await kill(other);
    const { pool, close } = await openEmbedded(own);
    expect((await pool.query('table notes')).rows).toEqual([{ one: 1 }]);
    await expect(openEmbedded(own)).rejects.toThrow(FolderInUseError);
    await close();
    await rm(own, { recursive: true });
  }, 60_000);
});
