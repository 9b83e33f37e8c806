import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, writeEntries } from '../../test/audit-chain.ts';
import { auditEvents } from '../../test/audit-events.ts';
import type { TestApp } from '../../test/build-app.ts';
import { registerPerson } from '../../test/cast.ts';
import { createServerDatabase } from '../../test/database.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { codeOf, loginWith, passSteps, stopClock, turnOnTwoSteps } from '../../test/two-steps.ts';
import { admin } from './admin.ts';
import { adminTexts } from './commands.texts.ts';

const server = required(process.env.TEST_DATABASE_URL, 'TEST_DATABASE_URL');
const patiently = { timeout: 240_000 };

let place: Installation;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let startClock: () => void;
beforeAll(async () => {
  startClock = stopClock();
  place = await createInstallation({ engine: 'embedded', database: 'migrated' });
  Object.assign(place.settings, { METRICS_TOKEN: 'una-clave-de-cifras' });
  database = await createServerDatabase(server);
}, patiently.timeout);
afterAll(async () => {
  startClock();
  await place.remove();
  await database.remove();
});

/** Serves meanwhile; gives the number of the chain's last entry. */
async function serving(work: (app: TestApp) => Promise<unknown>): Promise<number> {
  const app = await place.start();
  try {
    await work(app);
    return await chained(app.ctx.db);
  } finally {
    await app.close();
  }
}

const rekey = async () =>
  expect(await place.run(admin, 'audit', 'rekey')).toEqual({ code: 0, said: adminTexts.rekeyed });
const expectWhole = async (count: number) =>
  expect(await place.run(admin, 'audit', 'verify')).toEqual({
    code: 0,
    said: adminTexts.auditWhole(count),
  });

test(
  'earlier keys move along: the whole chain is proven, and authenticators and sealed settings go on',
  patiently,
  async () => {
    let person = { email: '', secret: '' };
    await serving(async (app) => {
      const { email } = await registerPerson(app, 'autenticada');
      const { secret } = await turnOnTwoSteps(await app.signIn(email));
      person = { email, secret };
      await writeEntries(app.ctx.db, 5);
    });
    await rekey();
    const last = await serving((app) => writeEntries(app.ctx.db, 5));
    await rekey();
    expect(await place.run(admin, 'move', '--to', database.url)).toMatchObject({ code: 0 });
    place.settings.DATABASE_URL = database.url;
    // The last change of the key, and the move.
    await expectWhole(last + 2);
    const signIn = async (app: TestApp) => {
      passSteps(2);
      const { status } = await loginWith(app.client(), person.email, codeOf(person.secret));
      expect(status).toBe(200);
    };
    const moved = await serving(async (app) => {
      await signIn(app);
      // The value of METRICS_TOKEN is known as it was, under the key of now.
      const changes = await auditEvents(app.elena, { action: 'SETTINGS_CHANGED' });
      expect(changes.map(({ detail }) => detail)).toEqual(['DATABASE_URL']);
    });
    await expectWhole(moved);
    await rekey();
    await expectWhole(await serving(signIn));
  },
);

test(
  'a move with AUDIT_KEY, at hand or not, is whole under it, and another key starts nothing',
  patiently,
  async () => {
    const KEY = 'la-clave-que-el-operador-guarda-aparte';
    const source = await createInstallation({ engine: 'embedded', database: 'migrated' });
    const targets = [await createServerDatabase(server), await createServerDatabase(server)];
    Object.assign(source.settings, { AUDIT_KEY: KEY });
    const first = await source.start();
    await writeEntries(first.ctx.db, 5);
    const last = await chained(first.ctx.db);
    await first.close();
    for (const [n, { url }] of targets.entries()) {
      Object.assign(source.settings, { DATABASE_URL: '', AUDIT_KEY: n === 0 ? KEY : '' });
      expect(await source.run(admin, 'move', '--to', url)).toMatchObject({ code: 0 });
      Object.assign(source.settings, { DATABASE_URL: url, AUDIT_KEY: `otra-${KEY}` });
      await expect(source.start()).rejects.toThrow('necesitan AUDIT_KEY');
      Object.assign(source.settings, { AUDIT_KEY: KEY });
      const verified = await source.run(admin, 'audit', 'verify');
      expect(verified).toEqual({ code: 0, said: adminTexts.auditWhole(last + 1) });
      await (await source.start()).close();
    }
    await source.remove();
    for (const target of targets) await target.remove();
  },
);
