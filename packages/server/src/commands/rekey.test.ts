import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOf } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, tamper, writeEntries } from '../../test/audit-chain.ts';
import { auditEvents } from '../../test/audit-events.ts';
import type { TestApp } from '../../test/build-app.ts';
import { registerPerson } from '../../test/cast.ts';
import { PASSWORD } from '../../test/client.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { codeOf, loginWith, passSteps, stopClock, turnOnTwoSteps } from '../../test/two-steps.ts';
import { type Sql, sql } from '../db/database.ts';
import { openChainKeys } from '../modules/audit/chain/seal.ts';
import { verifyChain } from '../modules/audit/chain/verify.ts';
import { keyFileIn } from '../security/installation-key.ts';
import { admin } from './admin.ts';
import { backup, restore } from './backup.ts';
import { adminTexts } from './commands.texts.ts';

/** The embedded engine needs some seconds for a database. */
const patiently = { timeout: 120_000 };
const FIRST = 'la-primera-clave-que-el-operador-guarda';
const SECOND = 'la-segunda-clave-que-el-operador-guarda';

const made: Installation[] = [];
let startClock: () => void;
beforeAll(() => {
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  for (const place of made) await place.remove();
});

async function install(
  settings = {},
  wanted: { database?: 'migrated' } = { database: 'migrated' },
) {
  const place = await createInstallation(wanted);
  Object.assign(place.settings, settings);
  made.push(place);
  return place;
}

const rekey = (place: Installation, ...more: string[]) =>
  place.run(admin, 'audit', 'rekey', ...more);
const verify = (place: Installation) => place.run(admin, 'audit', 'verify');
const keyOf = (place: Installation) => readFile(keyFileIn(place.dataDir), 'utf8');

/** Serves meanwhile; gives the number of the chain's last entry. */
async function serving(place: Installation, work: (app: TestApp) => Promise<unknown>) {
  const app = await place.start();
  try {
    await work(app);
    return await chained(app.ctx.db);
  } finally {
    await app.close();
  }
}

const write = (place: Installation, count: number) =>
  serving(place, ({ ctx }) => writeEntries(ctx.db, count));

const changes = (app: TestApp) => auditEvents(app.elena, { action: 'AUDIT_KEY_CHANGED' });

/** Somebody with an authenticator. */
async function enrol(app: TestApp) {
  const person = await registerPerson(app, 'autenticada');
  const step = await turnOnTwoSteps(person);
  passSteps(1);
  return { email: person.email, ...step };
}

/** The status of a sign-in with that code. */
async function enter(app: TestApp, email: string, code: string): Promise<number> {
  passSteps(1);
  return (await loginWith(app.client(), email, code)).status;
}

test(
  'another key takes the place of the file: the chain is whole, and authenticators go on',
  patiently,
  async () => {
    const place = await install({ METRICS_TOKEN: 'una-clave-de-cifras' });
    let person = { email: '', secret: '' };
    const last = await serving(place, async (app) => {
      person = await enrol(app);
    });
    const before = await keyOf(place);
    expect(await rekey(place)).toEqual({ code: 0, said: adminTexts.rekeyed });
    const after = await keyOf(place);
    expect(after).not.toBe(before);
    expect((await stat(keyFileIn(place.dataDir))).mode & 0o777).toBe(0o600);
    const left = (await readdir(place.dataDir)).filter((name) => name.startsWith('installation'));
    expect(left).toEqual(['installation.key']);
    expect(await verify(place)).toEqual({ code: 0, said: adminTexts.auditWhole(last + 1) });
    expect(await rekey(place)).toMatchObject({ code: 0 });
    let end = await serving(place, async (app) => {
      passSteps(1);
      expect(await enter(app, person.email, codeOf(person.secret, 1))).toBe(200);
      const entries = await changes(app);
      expect(entries.map(({ detail, actorId }) => ({ detail, actorId }))).toEqual([
        { detail: expect.stringMatching(`^${last + 1} [0-9a-f]{64}$`), actorId: null },
        { detail: expect.stringMatching(`^${last} [0-9a-f]{64}$`), actorId: null },
      ]);
      expect(await auditEvents(app.elena, { action: 'SETTINGS_CHANGED' })).toEqual([]);
    });
    expect(await verify(place)).toEqual({ code: 0, said: adminTexts.auditWhole(end) });
    end = await write(place, 3);
    expect(await verify(place)).toEqual({ code: 0, said: adminTexts.auditWhole(end) });
  },
);

test('AUDIT_KEY gives way to AUDIT_KEY_NEW, which the next start wants', patiently, async () => {
  const place = await install({ AUDIT_KEY: FIRST });
  const last = await write(place, 3);
  expect(await rekey(place)).toEqual({ code: 1, said: expect.stringContaining('AUDIT_KEY_NEW') });
  Object.assign(place.settings, { AUDIT_KEY_NEW: 'corta' });
  expect(await rekey(place)).toEqual({
    code: 1,
    said: 'AUDIT_KEY_NEW vale "***"; debe ser un texto de al menos 32 caracteres.',
  });
  Object.assign(place.settings, { AUDIT_KEY_NEW: FIRST });
  expect(await rekey(place)).toEqual({ code: 1, said: expect.stringContaining('la misma') });
  Object.assign(place.settings, { AUDIT_KEY_NEW: SECOND });
  expect(await rekey(place)).toEqual({ code: 0, said: adminTexts.rekeyedTo(true) });
  await expect(place.start()).rejects.toThrow('necesitan AUDIT_KEY');
  Object.assign(place.settings, { AUDIT_KEY: SECOND, AUDIT_KEY_NEW: '' });
  expect(await verify(place)).toEqual({ code: 0, said: adminTexts.auditWhole(last + 1) });
  await write(place, 1);
  expect(await readdir(place.dataDir)).not.toContain('installation.key');
});

test('while a server runs the key stays, which is said in one line', patiently, async () => {
  const place = await install();
  await serving(place, async () => {
    const before = await keyOf(place);
    for (const more of [[], ['--lost']]) {
      const { code, said } = await rekey(place, ...more);
      expect(code).toBe(1);
      expect(said.split('\n')).toHaveLength(1);
    }
    expect(await rekey(place)).toEqual({ code: 1, said: adminTexts.stopForRekey });
    expect(await keyOf(place)).toBe(before);
  });
  expect(await verify(place)).toMatchObject({ code: 0 });
});

test(
  'with --lost what was before can no longer be proven, and recovery codes still work',
  patiently,
  async () => {
    const place = await install();
    let person = { email: '', secret: '', recoveryCodes: [''] };
    const last = await serving(place, async (app) => {
      person = await enrol(app);
    });
    expect(await rekey(place, '--lost')).toEqual({
      code: 1,
      said: expect.stringContaining('sin --lost'),
    });
    await rm(keyFileIn(place.dataDir));
    expect(await rekey(place)).toEqual({
      code: 1,
      said: expect.stringContaining('Falta la clave'),
    });
    expect(await rekey(place, '--lost')).toEqual({
      code: 0,
      said: `${adminTexts.rekeyed}\n${adminTexts.keyWasLost}`,
    });
    expect(await verify(place)).toEqual({
      code: 0,
      said: `${adminTexts.auditWhole(1)}\n${adminTexts.auditUnproven(last)}`,
    });
    const end = await serving(place, async (app) => {
      expect(await enter(app, person.email, codeOf(person.secret, 1))).toBe(401);
      const { secret } = await setUpAnew(app, person);
      expect(await enter(app, person.email, codeOf(secret, 1))).toBe(200);
      expect(await changes(app)).toMatchObject([
        { detail: expect.stringMatching(`^${last} [0-9a-f]{64}$`) },
      ]);
      const hidden = [
        sql`insert into audit_events (action) values ('USER_BLOCKED')`,
        sql`update audit_chain set event_id = (select max(id) from audit_events) where number = 1`,
        sql`delete from audit_unchained`,
      ];
      expect(await findingOf(app, ...hidden)).toEqual({ kind: 'Changed', entry: 1 });
    });
    expect(await verify(place)).toMatchObject({
      code: 0,
      said: expect.stringContaining(adminTexts.auditWhole(end - last)),
    });
  },
);

/** In by a recovery code, and with another authenticator from then on. */
async function setUpAnew(app: TestApp, person: { email: string; recoveryCodes: string[] }) {
  const client = app.client();
  const { status, content } = await loginWith(client, person.email, firstOf(person.recoveryCodes));
  expect(status).toBe(200);
  client.token = content.accessToken;
  passSteps(1);
  return turnOnTwoSteps(client, PASSWORD);
}

/** The finding after the statements, which nobody with the key has sent; then they are undone. */
async function findingOf({ ctx }: TestApp, ...statements: Sql[]) {
  const { db, config, installationKey } = ctx;
  let found: Awaited<ReturnType<typeof verifyChain>> | undefined;
  const undone = new Error('undone');
  const going = db.transaction(async (tx) => {
    await tamper(tx, ...statements);
    found = await verifyChain(tx, await openChainKeys(tx, installationKey), config);
    throw undone;
  });
  await expect(going).rejects.toBe(undone);
  return found;
}

test(
  'a change of the key that somebody without it has written, moved or removed is found',
  patiently,
  async () => {
    const place = await install();
    const first = await write(place, 5);
    await rekey(place);
    const second = await write(place, 5);
    await rekey(place);
    const part = (number: number) => sql`earlier_keys where last_number = ${number}`;
    const changed = (entry: number) => ({ kind: 'Changed', entry });
    const cases: [Sql[], object][] = [
      [[sql`delete from ${part(first)}`], changed(1)],
      [[sql`delete from ${part(second)}`], changed(first + 1)],
      [[sql`delete from earlier_keys`], changed(1)],
      [
        [sql`update earlier_keys set last_number = ${first - 1} where last_number = ${first}`],
        changed(1),
      ],
      [
        [sql`update earlier_keys set sealed = '' where last_number = ${second}`],
        changed(first + 1),
      ],
      [
        [
          sql`delete from audit_chain where number > ${second}`,
          sql`delete from audit_events e where not exists (select from audit_chain where event_id = e.id)`,
        ],
        { kind: 'Missing', entry: second + 1 },
      ],
    ];
    await serving(place, async (app) => {
      for (const [statements, found] of cases)
        expect(await findingOf(app, ...statements)).toEqual(found);
    });
    expect(await verify(place)).toMatchObject({ code: 0 });
  },
);

test(
  'a backup holds the earlier keys: what is restored elsewhere is whole',
  patiently,
  async () => {
    const place = await install();
    await write(place, 3);
    await rekey(place);
    const last = await write(place, 3);
    const folder = await mkdtemp(join(tmpdir(), 'web-chat-rekey-'));
    const file = join(folder, 'backup.tar');
    expect(await place.run(backup, '--to', file)).toMatchObject({ code: 0 });
    const elsewhere = await install({}, {});
    expect(await elsewhere.run(restore, file)).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
    expect(await verify(elsewhere)).toEqual({ code: 0, said: adminTexts.auditWhole(last + 1) });
  },
);

test(
  'a change that was killed before its last step is ended by the next start',
  patiently,
  async () => {
    const place = await install();
    await write(place, 3);
    const file = keyFileIn(place.dataDir);
    const before = await readFile(file);
    await rekey(place);
    const after = await readFile(file);
    await writeFile(file, before);
    await writeFile(`${file}.next`, after);
    expect(await place.run(backup, '--to', join(place.dataDir, 'copy.tar'))).toMatchObject({
      code: 0,
    });
    const elsewhere = await install({}, {});
    expect(await elsewhere.run(restore, join(place.dataDir, 'copy.tar'))).toMatchObject({
      code: 0,
    });
    expect(await readFile(keyFileIn(elsewhere.dataDir))).toEqual(after);
    const last = await write(place, 1);
    expect(await readFile(file)).toEqual(after);
    expect(await readdir(place.dataDir)).not.toContain('installation.key.next');
    expect(await verify(place)).toEqual({ code: 0, said: adminTexts.auditWhole(last) });
  },
);

test('and one that was killed before its commit leaves the key as it was', patiently, async () => {
  const place = await install();
  const last = await write(place, 3);
  await writeFile(`${keyFileIn(place.dataDir)}.next`, `${SECOND}\n`);
  const before = await keyOf(place);
  expect(await verify(place)).toEqual({ code: 0, said: adminTexts.auditWhole(last) });
  expect(await keyOf(place)).toBe(before);
  expect(await rekey(place)).toMatchObject({ code: 0 });
  expect(await verify(place)).toMatchObject({ code: 0 });
});
