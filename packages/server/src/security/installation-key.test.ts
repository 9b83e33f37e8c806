import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ConfigError } from '../config/env.ts';
import { sql } from '../db/database.ts';
import { explainFailure } from '../explain-failure.ts';
import {
  installationKeyOf,
  keyFileIn,
  openInstallationKey,
  openSecret,
  sealSecret,
} from './installation-key.ts';

const ANOTHER_KEY = 'otra-clave-de-otra-instalación-cualquiera';
const NEEDS = 'los procesos sin un DATA_DIR común necesitan AUDIT_KEY.';

let database: TestDatabase;
let dataDir: string;
let file: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  dataDir = await mkdtemp(`${tmpdir()}/web-chat-key-`);
  file = keyFileIn(dataDir);
});
afterEach(async () => {
  await database.db.run(sql`delete from installation_key`);
  await rm(dataDir, { recursive: true });
});
afterAll(() => database.remove());

/** Opens the key as a process does when it starts; gives what it derives from it. */
async function start(auditKey?: string): Promise<string> {
  const key = await openInstallationKey({ auditKey, dataDir }, database.db);
  return key.derive('test').toString('hex');
}

/** The line with which a start ends. */
async function refusal(auditKey?: string): Promise<unknown> {
  const error: unknown = await start(auditKey).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return explainFailure(error);
}

const keyFile = () => readFile(file, 'utf8');

test('the first start makes the key, for the eyes of its user alone, and later ones go on with it', async () => {
  const first = await start();
  const key = await keyFile();
  expect(key.trim().length).toBeGreaterThanOrEqual(43);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await start()).toBe(first);
  expect(await keyFile()).toBe(key);
  expect(await readdir(dataDir)).toEqual(['installation.key']);
});

test('the database has a check value and not the key', async () => {
  await start();
  const key = (await keyFile()).trim();
  const rows = await database.db.many(sql`select k::text from installation_key k`);
  expect(rows).toHaveLength(1);
  const bytes = [Buffer.from(key), Buffer.from(key, 'base64url')];
  for (const form of [key, ...bytes.map((one) => one.toString('hex'))])
    expect(JSON.stringify(rows)).not.toContain(form);
});

describe('a start with another key than that of the data ends with one line:', () => {
  beforeEach(() => start());

  test('the file is gone, and no new one is made', async () => {
    await rm(file);
    expect(await refusal()).toBe(`Falta la clave de la instalación (${file}): ${NEEDS}`);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('another file', async () => {
    await writeFile(file, ANOTHER_KEY);
    expect(await refusal()).toBe(
      `La clave de la instalación no es la de esta base de datos: ${NEEDS}`,
    );
  });

  test('another AUDIT_KEY, though the file is the right one', async () => {
    expect(await refusal(ANOTHER_KEY)).toContain(NEEDS);
  });

  test.each([0, 20])('a file that was cut off after %s letters', async (letters) => {
    await writeFile(file, (await keyFile()).slice(0, letters));
    expect(await refusal()).toContain(`La clave de la instalación (${file}) está dañada`);
  });

  test('a folder in its place', async () => {
    await rm(file);
    await mkdir(file);
    expect(await refusal()).toContain(`La clave de la instalación (${file}) está dañada`);
  });
});

test('the words of the file are good as AUDIT_KEY, for processes that have it not', async () => {
  const first = await start();
  const words = (await keyFile()).trim();
  await rm(file);
  expect(await start(words)).toBe(first);
  expect(await readdir(dataDir)).toEqual([]);
});

test('with AUDIT_KEY from the first start on no file is made', async () => {
  await start(ANOTHER_KEY);
  await start(ANOTHER_KEY);
  expect(await readdir(dataDir)).toEqual([]);
  expect(await refusal()).toContain(NEEDS);
});

test('a start that died after it wrote the key, and before its check value, is followed by one that takes it', async () => {
  await writeFile(file, ANOTHER_KEY);
  expect(await start()).toBe(installationKeyOf(ANOTHER_KEY).derive('test').toString('hex'));
  expect(await keyFile()).toBe(ANOTHER_KEY);
});

test('several that start at once on new data have one key', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => start()));
  expect(new Set(keys).size).toBe(1);
  expect(await start()).toBe(keys[0]);
});

test('of several that start at once without a common DATA_DIR one makes the key, and the others make none', async () => {
  const folders = await Promise.all(
    Array.from({ length: 3 }, () => mkdtemp(join(dataDir, 'process-'))),
  );
  const starts = await Promise.allSettled(
    folders.map((folder) =>
      openInstallationKey({ auditKey: undefined, dataDir: folder }, database.db),
    ),
  );
  const refusals = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  const missing = expect.stringMatching(`^Falta la clave de la instalación .*: ${NEEDS}$`);
  expect(refusals).toEqual([missing, missing]);
  const made = await Promise.all(folders.map((folder) => readdir(folder)));
  expect(made.flat()).toEqual(['installation.key']);
});

test('what is sealed opens by its own key, for its own owner and unchanged, and in no other way', () => {
  const key = installationKeyOf(ANOTHER_KEY).derive('one purpose');
  const other = installationKeyOf(ANOTHER_KEY).derive('another purpose');
  expect(key).not.toEqual(other);
  const secret = Buffer.from('un secreto de veinte');
  const sealed = sealSecret(key, 'user 1', secret);
  expect(openSecret(key, 'user 1', sealed)).toEqual(secret);
  expect(sealSecret(key, 'user 1', secret)).not.toEqual(sealed);
  expect(openSecret(other, 'user 1', sealed)).toBeUndefined();
  expect(openSecret(key, 'user 2', sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSecret(key, 'user 1', changed)).toBeUndefined();
  }
  expect(openSecret(key, 'user 1', sealed.subarray(0, 20))).toBeUndefined();
});
