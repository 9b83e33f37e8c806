import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherCast, sendText } from '../../test/cast.ts';
import { picture, sentFile } from '../../test/files.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { version } from '../shared/version.ts';
import { ArchiveWriter } from './backup/archive.ts';
import { fileOutput } from './backup/backup-place.ts';
import { backup, restore } from './backup.ts';

let folder: string;
let target: Installation;

async function backUpSomething(to: string): Promise<void> {
  const source = await createInstallation({ database: 'migrated' });
  const app = await source.start();
  const { ana, ventasChat } = await gatherCast(app);
  await sendText(ana, ventasChat, `Hola, @${ana.email}`);
  await sentFile(ana, ventasChat, { bytes: await picture() });
  await app.close();
  expect(await source.run(backup, '--to', to)).toMatchObject({ code: 0 });
  await source.remove();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-backups-'));
  await backUpSomething(join(folder, 'all.tar'));
  target = await createInstallation();
});

afterAll(async () => {
  await target.remove();
  await rm(folder, { recursive: true });
});

/** True if no restore has begun in the installation's folder. */
async function isEmpty({ dataDir }: Installation): Promise<boolean> {
  const names = await readdir(dataDir);
  return !names.some((name) => /^(files|restoring|before)/.test(name));
}

/** The message with which restore refuses a bad file; nothing has changed. */
async function refusal(file: string): Promise<string> {
  const { code, said } = await target.run(restore, join(folder, file));
  expect(code).toBe(1);
  expect(said.split('\n')).toHaveLength(1);
  expect(await isEmpty(target)).toBe(true);
  // `verify` gives the same message before anybody needs the backup.
  expect(await target.run(backup, 'verify', join(folder, file))).toEqual({ code, said });
  return said;
}

test('a backup that is whole is proven without a place to put it', async () => {
  const { code, said } = await target.run(backup, 'verify', join(folder, 'all.tar'));
  expect(code).toBe(0);
  expect(said).toMatch(/^Copia completa y sin daños: .*all\.tar \([^\n]*5 usuarios[^\n]*\)$/);
});

test('a backup is refused when any byte of it is another', async () => {
  const bytes = await readFile(join(folder, 'all.tar'));
  const places = ['"migrations"', 'ana@empresa.local', 'Hola, @ana', '"lastValue"', 'ustar'];
  for (const place of [...places.map((text) => bytes.indexOf(text)), bytes.indexOf('PNG')]) {
    expect(place).toBeGreaterThan(0);
    const changed = Buffer.from(bytes);
    changed[place + 2] = required(changed[place + 2], 'byte') ^ 1;
    await writeFile(join(folder, 'changed.tar'), changed);
    expect(await refusal('changed.tar')).toContain('sin daños');
  }
});

test('a backup is refused when it is cut off, wherever', async () => {
  const { size } = await stat(join(folder, 'all.tar'));
  for (const left of [0, 100, 5_000, Math.floor(size / 2), size - 3_000]) {
    await copyFile(join(folder, 'all.tar'), join(folder, 'cut.tar'));
    await truncate(join(folder, 'cut.tar'), left);
    expect(await refusal('cut.tar')).toContain('sin daños');
  }
});

test('a backup is refused when it is something else, or not there', async () => {
  await writeFile(join(folder, 'other.tar'), 'no es una copia '.repeat(200));
  expect(await refusal('other.tar')).toContain('sin daños');
  expect(await refusal('none.tar')).toContain('none.tar');
});

test('a backup is refused when a newer version wrote it', async () => {
  const head = { app: version, createdAt: new Date().toISOString(), engine: 'server' };
  const later = [{ name: '9999-later.sql', checksum: 'abc', version: '99.1.0', beside: '99.0.0' }];
  const heads = {
    'data.tar': { ...head, format: 1, migrations: later },
    'format.tar': { format: 2 },
  };
  for (const [name, content] of Object.entries(heads)) {
    const archive = new ArchiveWriter(fileOutput(join(folder, name)));
    await archive.addBytes('backup.json', Buffer.from(JSON.stringify(content)));
    await archive.finish();
    expect(await refusal(name)).toContain('actualiza el programa');
  }
  expect(await refusal('data.tar')).toContain('de una versión más nueva (99.1.0)');
});
