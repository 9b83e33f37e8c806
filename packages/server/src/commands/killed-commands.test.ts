import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, writeEntries } from '../../test/audit-chain.ts';
import { registerPerson } from '../../test/cast.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { isOnServer, kill, type Moment, runWhole } from '../../test/killed-command.ts';
import { codeOf, loginWith, passSteps, stopClock, turnOnTwoSteps } from '../../test/two-steps.ts';
import { keyFileIn } from '../security/installation-key.ts';
import { admin } from './admin.ts';
import { adminTexts } from './commands.texts.ts';

/** The embedded engine needs some seconds after each kill. */
const patiently = { timeout: 480_000 };
const ENTRIES = 300;
const parts: Moment[] = [0.6, 0.9].map((part) => ({ part }));

// In the order in which the change of a key comes to them.
const momentsOfKey: Moment[] = [
  { renamingTo: 'installation.key.next' },
  ...(isOnServer
    ? [
        'lock table earlier_keys in access exclusive mode',
        'lock table two_steps in access exclusive mode',
        'lock table known_settings in access exclusive mode',
        'select from installation_key for update',
      ].map((waitingFor) => ({ waitingFor }))
    : []),
  ...parts,
  { renamingTo: 'installation.key' },
];

interface Person {
  email: string;
  secret: string;
}

const places: Installation[] = [];
let startClock: () => void;
beforeAll(() => {
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  for (const place of places) await place.remove();
});

/** An installation with entries and somebody with an authenticator, who can be asked to sign in by it. */
async function install(settings: Record<string, string> = {}) {
  const place = await createInstallation({ database: 'migrated' });
  places.push(place);
  Object.assign(place.settings, { METRICS_TOKEN: 'una-clave-de-cifras', ...settings });
  const app = await place.start();
  const person = await registerPerson(app, 'autenticada');
  const { secret } = await turnOnTwoSteps(person);
  await writeEntries(app.ctx.db, ENTRIES);
  const last = await chained(app.ctx.db);
  await app.close();
  return { place, last, person: { email: person.email, secret } };
}

/** Whether a kill at that moment leaves the new key; undefined where it may be either. */
function isChangedAt(moment: Moment): boolean | undefined {
  if ('part' in moment) return undefined;
  return 'renamingTo' in moment && moment.renamingTo === 'installation.key';
}

/** The number of entries that `audit verify` proves, of which so many cannot be proven any more. */
async function proven(place: Installation, unproven = 0): Promise<number> {
  const { code, said } = await place.run(admin, 'audit', 'verify');
  expect([code, said]).toEqual([0, expect.stringMatching(/Asientos: \d+/)]);
  if (unproven > 0) expect(said).toContain(adminTexts.auditUnproven(unproven));
  return Number(/Asientos: (\d+)/.exec(said)?.[1]);
}

const keyFilesOf = async (place: Installation) =>
  (await readdir(place.dataDir)).filter((name) => name.startsWith('installation'));

async function expectSignIn(place: Installation, { email, secret }: Person): Promise<void> {
  const app = await place.start();
  passSteps(2);
  expect((await loginWith(app.client(), email, codeOf(secret))).status).toBe(200);
  await app.close();
}

test(
  'a change of the key that is killed at any moment leaves a chain that is whole under one of both keys, and the next run completes',
  patiently,
  async () => {
    const { place, last, person } = await install();
    const args = ['audit', 'rekey'];
    const wholeMs = await runWhole(place, ...args);
    let entries = last + 1;
    for (const moment of momentsOfKey) {
      await kill(place, moment, { args, wholeMs });
      const now = await proven(place);
      const isChanged = isChangedAt(moment) ?? now > entries;
      expect([moment, now]).toEqual([moment, entries + Number(isChanged)]);
      expect(await place.run(admin, ...args)).toEqual({ code: 0, said: adminTexts.rekeyed });
      entries = now + 1;
      expect(await keyFilesOf(place)).toEqual(['installation.key']);
    }
    expect(await proven(place)).toBe(entries);
    await expectSignIn(place, person);
  },
);

test(
  'a change to AUDIT_KEY_NEW that is killed at any moment leaves a chain that is whole under one of both keys, and the next run completes',
  patiently,
  async () => {
    let [now, next] = ['la-primera-clave-de-la-instalación', 'la-segunda-clave-de-la-instalación'];
    const { place, last, person } = await install({ AUDIT_KEY: now });
    const args = ['audit', 'rekey'];
    const verifies = async (AUDIT_KEY: string) => {
      Object.assign(place.settings, { AUDIT_KEY, AUDIT_KEY_NEW: '' });
      return (await place.run(admin, 'audit', 'verify')).code === 0;
    };
    const toNext = () =>
      void Object.assign(place.settings, { AUDIT_KEY: now, AUDIT_KEY_NEW: next });
    toNext();
    const wholeMs = await runWhole(place, ...args);
    let entries = last + 1;
    for (const moment of momentsOfKey.filter((one) => !('renamingTo' in one))) {
      [now, next] = [next, now];
      toNext();
      await kill(place, moment, { args, wholeMs });
      const isChanged = await verifies(next);
      expect([moment, await verifies(now)]).toEqual([moment, !isChanged]);
      if ('waitingFor' in moment) expect([moment, isChanged]).toEqual([moment, false]);
      toNext();
      if (!isChanged) {
        expect(await place.run(admin, ...args)).toEqual({
          code: 0,
          said: adminTexts.rekeyedTo(true),
        });
      }
      entries += 1;
      expect(await verifies(next)).toBe(true);
      expect(await proven(place)).toBe(entries);
    }
    await expectSignIn(place, person);
  },
);

test(
  'one with --lost that is killed at any moment is done as a whole or can be asked for again',
  patiently,
  async () => {
    const { place } = await install();
    const args = ['audit', 'rekey', '--lost'];
    let entries = await proven(place);
    await rm(keyFileIn(place.dataDir));
    const wholeMs = await runWhole(place, ...args);
    for (const moment of momentsOfKey) {
      await rm(keyFileIn(place.dataDir));
      await kill(place, moment, { args, wholeMs });
      entries += 1;
      const again = await place.run(admin, ...args);
      // Whoever has the key in either file has lost none.
      const isDone = again.code === 1 && again.said.includes('sin --lost');
      expect([moment, isDone]).toEqual([moment, isChangedAt(moment) ?? isDone]);
      if (!isDone) expect(again.code).toBe(0);
      expect(await proven(place, entries)).toBe(1);
      expect(await keyFilesOf(place)).toEqual(['installation.key']);
    }
  },
);

test(
  'compact that is killed at any moment leaves the data as they were, and the next run completes',
  patiently,
  async () => {
    const { place, last, person } = await install();
    const wholeMs = await runWhole(place, 'compact');
    const moments: Moment[] = isOnServer
      ? ['audit_chain', 'messages', 'users', 'pg_catalog.pg_statistic'].map((table) => ({
          waitingFor: `lock table ${table} in access share mode`,
        }))
      : parts;
    for (const moment of moments) {
      await kill(place, moment, { args: ['compact'], wholeMs });
      expect([moment, await proven(place)]).toEqual([moment, last]);
    }
    expect(await place.run(admin, 'compact')).toEqual({ code: 0, said: adminTexts.compacted });
    expect(await proven(place)).toBe(last);
    await expectSignIn(place, person);
  },
);
