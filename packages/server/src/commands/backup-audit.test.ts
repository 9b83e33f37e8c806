import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chained, tamper, writeEntries } from '../../test/audit-chain.ts';
import type { TestApp } from '../../test/build-app.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { goOnTo, upTo } from '../../test/older-data.ts';
import { type Db, sql } from '../db/database.ts';
import { readHead } from '../modules/audit/chain/head.ts';
import { admin } from './admin.ts';
import { backup, restore } from './backup.ts';
import { adminTexts } from './commands.texts.ts';

/** The timeout of tests that make databases: the embedded engine needs some seconds. */
const patiently = { timeout: 180_000 };
const KEY = { AUDIT_KEY: 'la-clave-que-el-operador-guarda-aparte' };
// The last version without a chain ends with it.
const BEFORE_CHAINS = '0063-sign-in-by-the-company.sql';

let folder: string;
const made: Installation[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-audits-'));
});
afterAll(async () => {
  for (const place of made) await place.remove();
  await rm(folder, { recursive: true });
});

async function install(database?: 'bare' | 'migrated', settings = {}): Promise<Installation> {
  const place = await createInstallation(database && { database });
  Object.assign(place.settings, settings);
  made.push(place);
  return place;
}

/** Writes so many entries on a running server, and gives the chain's last number once DATA_DIR knows of it. */
async function writeOn({ ctx }: TestApp, count: number): Promise<number> {
  await writeEntries(ctx.db, count);
  const last = await chained(ctx.db);
  await expect.poll(async () => (await readHead(ctx.config.dataDir))?.number).toBe(last);
  return last;
}

async function runOnce<Result>(place: Installation, work: (app: TestApp) => Promise<Result>) {
  const app = await place.start();
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

const verified = (place: Installation) => place.run(admin, 'audit', 'verify');
const whole = { code: 0, said: expect.stringContaining('completo y sin cambios') };
const restores = (db: Db) =>
  db.many<{ number: number; detail: string; address: string | null }>(sql`
    select k.number, e.detail, e.address from audit_events e join audit_chain k on k.event_id = e.id
    where e.action = 'AUDIT_RESTORED' order by k.number`);

/** The chain's end that DATA_DIR knows, as the detail of an entry names it. */
async function headOf({ dataDir }: Installation): Promise<string> {
  const { number, hash } = JSON.parse(await readFile(join(dataDir, 'audit-chain.json'), 'utf8'));
  return `${number} ${hash}`;
}

/** An installation that went on after its backup. */
async function goOnAfterBackup(file: string, settings = {}, before = () => {}) {
  const place = await install('migrated', settings);
  await runOnce(place, (app) => writeOn(app, 10));
  const atBackup = await headOf(place);
  expect(await place.run(backup, '--to', join(folder, file))).toMatchObject({ code: 0 });
  before();
  await runOnce(place, (app) => writeOn(app, 10));
  return { place, atBackup };
}

const goBack = (place: Installation, file: string) =>
  place.run(restore, join(folder, file), '--replace');

test.each([
  ['the file of the key', 'of-file.tar', {}],
  ['AUDIT_KEY', 'of-variable.tar', KEY],
])(
  'a restore with %s is one entry, after which the audit is whole, and no other cut is taken',
  patiently,
  async (_, file, settings) => {
    const { place, atBackup } = await goOnAfterBackup(file, settings);
    expect(await goBack(place, file)).toMatchObject({ code: 0 });
    // Before the first start, too.
    expect(await verified(place)).toEqual(whole);
    const number = Number(atBackup.split(' ')[0]) + 1;
    const last = await runOnce(place, async (app) => {
      const { db } = app.ctx;
      const end = await writeOn(app, 5);
      expect(await restores(db)).toEqual([{ number, detail: atBackup, address: null }]);
      return end;
    });
    expect(await verified(place)).toEqual(whole);
    await runOnce(place, async ({ ctx: { db } }) => {
      await tamper(
        db,
        sql`create table gone as select event_id from audit_chain where number = ${last}`,
        sql`delete from audit_chain where number = ${last}`,
        sql`delete from audit_events where id in (select event_id from gone)`,
        sql`drop table gone`,
      );
    });
    expect(await verified(place)).toEqual({
      code: 1,
      said: expect.stringContaining(`el asiento ${last} de la cadena`),
    });
  },
);

test(
  'a restore without the key at hand leaves the entry to the first start that has it',
  patiently,
  async () => {
    const { place, atBackup } = await goOnAfterBackup('without-key.tar', KEY);
    Object.assign(place.settings, { AUDIT_KEY: '' });
    expect(await goBack(place, 'without-key.tar')).toMatchObject({ code: 0 });
    Object.assign(place.settings, KEY);
    for (let start = 0; start < 2; start++) {
      await runOnce(place, async ({ ctx }) => {
        expect(await restores(ctx.db)).toMatchObject([{ detail: atBackup }]);
      });
    }
    expect(await verified(place)).toEqual(whole);
  },
);

test(
  'a process with another DATA_DIR that had seen more takes the restore, too',
  patiently,
  async () => {
    const { place } = await goOnAfterBackup('others.tar', KEY);
    const other = await readFile(join(place.dataDir, 'audit-chain.json'));
    expect(await goBack(place, 'others.tar')).toMatchObject({ code: 0 });
    await runOnce(place, (app) => writeOn(app, 5));
    // The data stay as they are, beside what another process had seen last.
    await writeFile(join(place.dataDir, 'audit-chain.json'), other);
    expect(await verified(place)).toEqual(whole);
    const last = await runOnce(place, (app) => writeOn(app, 5));
    expect((await headOf(place)).split(' ')[0]).toBe(String(last));
  },
);

test(
  'what a version without a chain has backed up is chained behind one entry',
  patiently,
  async () => {
    const source = await install('bare');
    await source.onDatabase(async (client) => {
      await client.query('begin');
      for (const { name } of upTo(BEFORE_CHAINS)) await goOnTo(client, name);
      await client.query('commit');
    });
    expect(await source.run(backup, '--to', join(folder, 'older.tar'))).toMatchObject({ code: 0 });
    const place = await install('migrated');
    await runOnce(place, (app) => writeOn(app, 10));
    expect(await goBack(place, 'older.tar')).toMatchObject({ code: 0 });
    await runOnce(place, async (app) => {
      await writeOn(app, 1);
      const detail = `0 ${'0'.repeat(64)}`;
      expect(await restores(app.ctx.db)).toEqual([{ number: 1, detail, address: null }]);
    });
    expect(await verified(place)).toEqual(whole);
  },
);

test(
  'a restore is no cut, though the clock of the server was ahead of that of the database',
  patiently,
  async () => {
    const ahead = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    const { place } = await goOnAfterBackup('of-clocks.tar', KEY, ahead);
    vi.useRealTimers();
    expect(await goBack(place, 'of-clocks.tar')).toMatchObject({ code: 0 });
    expect(await verified(place)).toEqual(whole);
  },
);

test.each([
  ['the file of the key', {}, ['installation.key']],
  ['AUDIT_KEY', KEY, []],
])(
  'an upgrade from a version without a key, with %s, chains what is there, and wants the key from then on',
  patiently,
  async (_, settings, files) => {
    const place = await install('bare', settings);
    await place.onDatabase(async (client) => {
      await client.query('begin');
      for (const { name } of upTo(BEFORE_CHAINS)) await goOnTo(client, name);
      await client.query(
        "insert into audit_events (action, detail) select 'FILE_READ', n::text from generate_series(1, 30) n",
      );
      await client.query('commit');
    });
    const last = await runOnce(place, (app) => writeOn(app, 5));
    expect(last).toBeGreaterThanOrEqual(35);
    expect(await verified(place)).toEqual({ code: 0, said: adminTexts.auditWhole(last) });
    const keys = (await readdir(place.dataDir)).filter((name) => name.startsWith('installation'));
    expect(keys).toEqual(files);
    Object.assign(place.settings, { AUDIT_KEY: 'la-clave-de-alguna-otra-instalación' });
    await expect(place.start()).rejects.toThrow('necesitan AUDIT_KEY');
  },
);
