import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { keyFileIn } from '../security/installation-key.ts';
import { readArchive } from './backup/archive.ts';
import { backup, restore } from './backup.ts';

/** The timeout of tests that make databases: the embedded engine needs some seconds. */
const patiently = { timeout: 120_000 };
const VARIABLE = 'la-clave-que-el-operador-guarda-aparte';
const ANOTHER = 'la-clave-de-alguna-otra-instalación';
const NEEDS_VARIABLE = 'los procesos sin un DATA_DIR común necesitan AUDIT_KEY';

let folder: string;
let key: Buffer;
const made: Installation[] = [];

async function install(database?: 'migrated', settings = {}): Promise<Installation> {
  const place = await createInstallation(database && { database });
  Object.assign(place.settings, settings);
  made.push(place);
  return place;
}

/** Starts the installation once and backs it up. */
async function backUp(place: Installation, file: string): Promise<void> {
  await (await place.start()).close();
  expect(await place.run(backup, '--to', join(folder, file))).toMatchObject({ code: 0 });
}

const restoreOn = (place: Installation, file: string, ...options: string[]) =>
  place.run(restore, join(folder, file), ...options);

async function partsOf(file: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, bytes } of readArchive(join(folder, file))) {
    names.push(name);
    for await (const _ of bytes);
  }
  return names;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-keys-'));
  const place = await install('migrated');
  await backUp(place, 'with-file.tar');
  key = await readFile(keyFileIn(place.dataDir));
}, patiently.timeout);

afterAll(async () => {
  for (const place of made) await place.remove();
  await rm(folder, { recursive: true });
});

test(
  'a backup holds the file of the key: what is restored elsewhere starts with it',
  patiently,
  async () => {
    const elsewhere = await install();
    expect(await restoreOn(elsewhere, 'with-file.tar')).toMatchObject({ code: 0 });
    const file = keyFileIn(elsewhere.dataDir);
    expect(await readFile(file)).toEqual(key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await (await elsewhere.start()).close();
  },
);

test(
  'and not AUDIT_KEY, nor a file that is not the key: what is restored wants the variable',
  patiently,
  async () => {
    const place = await install('migrated', { AUDIT_KEY: VARIABLE });
    await writeFile(keyFileIn(place.dataDir), ANOTHER);
    await backUp(place, 'with-variable.tar');
    expect(await partsOf('with-file.tar')).toContain('installation.key');
    expect(await partsOf('with-variable.tar')).not.toContain('installation.key');
    const bytes = await readFile(join(folder, 'with-variable.tar'), 'latin1');
    for (const text of [VARIABLE, ANOTHER]) expect(bytes).not.toContain(text);
    const elsewhere = await install();
    expect(await restoreOn(elsewhere, 'with-variable.tar')).toMatchObject({ code: 0 });
    await expect(elsewhere.start()).rejects.toThrow(NEEDS_VARIABLE);
    Object.assign(elsewhere.settings, { AUDIT_KEY: VARIABLE });
    await (await elsewhere.start()).close();
  },
);

test(
  'another key that is there is refused, and with --replace set aside with its data',
  patiently,
  async () => {
    const taken = await install();
    await writeFile(keyFileIn(taken.dataDir), ANOTHER);
    expect(await restoreOn(taken, 'with-file.tar')).toEqual({
      code: 1,
      said: expect.stringContaining('--replace'),
    });
    expect(await readFile(keyFileIn(taken.dataDir), 'utf8')).toBe(ANOTHER);
    const { code, said } = await restoreOn(taken, 'with-file.tar', '--replace');
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('before-') });
    expect(await readFile(keyFileIn(taken.dataDir))).toEqual(key);
    const aside = (await readdir(taken.dataDir)).find((name) => name.startsWith('before-')) ?? '';
    expect(await readFile(keyFileIn(join(taken.dataDir, aside)), 'utf8')).toBe(ANOTHER);
    await (await taken.start()).close();
  },
);
