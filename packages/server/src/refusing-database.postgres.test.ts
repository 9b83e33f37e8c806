import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../test/installation.ts';
import { launch } from '../test/own-process.ts';
import { openRefusingPostgres, type RefusingPostgres, refusal } from '../test/refusing-postgres.ts';

const PATIENTLY = { timeout: 120_000 };
let folder: string;
let installation: Installation;
let refusing: RefusingPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refusing-'));
  installation = await createInstallation({ database: 'migrated' });
  const app = await installation.start();
  await app.close();
});
afterAll(async () => {
  await installation.remove();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  refusing = await openRefusingPostgres(installation.settings.DATABASE_URL);
});
afterEach(() => refusing.close());

type Program = Pick<Parameters<typeof launch>[0], 'program' | 'args'>;

async function ended(program: Program) {
  const settings = { DATABASE_URL: refusing.url };
  const started = launch({ ...program, dataDir: installation.dataDir, settings });
  return { code: await started.ended, said: started.output() };
}

const programs: [string, Program][] = [
  ['server', { program: 'server' }],
  ['admin', { program: 'admin', args: ['devices'] }],
  ['backup', { program: 'backup', args: ['--to', '-'] }],
];

describe.each(programs)('what a database refuses is one line of %s', (_, program) => {
  test.each([
    ['40P01', 'deadlock detected', 'Otro proceso cambiaba la base de datos'],
    ['53300', 'sorry, too many clients already', 'no responde: sorry, too many clients'],
    ['28P01', 'password authentication failed', 'password authentication failed'],
    ['53100', 'could not extend file: No space left on device', 'No queda espacio'],
  ])('%s', PATIENTLY, async (code, words, line) => {
    refusing.refusals.push(...Array.from({ length: 20 }, () => refusal(code, words)));
    expect(await ended(program)).toEqual({
      code: 1,
      said: expect.stringMatching(new RegExp(`^[^\\n]*${line}[^\\n]*\\n$`)),
    });
  });
});

test('a database that stops as a connection is closed ends nothing', PATIENTLY, async () => {
  refusing.farewell = refusal('57P01', 'terminating connection due to administrator command');
  expect(await ended({ program: 'admin', args: ['devices'] })).toMatchObject({ code: 0 });
});

test('a backup and a restore wait for a database that is starting', PATIENTLY, async () => {
  const starting = refusal('57P03', 'the database system is starting up');
  refusing.refusals.push(starting, starting);
  const to = join(folder, 'waited.tar');
  const { code, said } = await ended({ program: 'backup', args: ['--to', to] });
  expect([code, said]).toEqual([0, expect.stringContaining('Copia hecha')]);
  expect(await readdir(folder)).toEqual(['waited.tar']);
  refusing.refusals.push(starting);
  // After the wait, restore has asked the database and found data in it.
  expect(await ended({ program: 'restore', args: [to] })).toEqual({
    code: 1,
    said: expect.stringContaining('--replace'),
  });
  expect(refusing.asked()).toBe(5);
});
