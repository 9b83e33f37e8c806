import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { readConfig, settingNames } from '../../config/env.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const changes = async () =>
  (await auditEvents(app.elena, { action: 'SETTINGS_CHANGED' })).map(({ detail }) => detail);

const SECRET = 'la-clave-de-los-contadores';

test('a start with other settings than the last is on record, with their values where they are no secret', async () => {
  expect(await changes()).toEqual([]);
  const env = { LOG_LEVEL: 'silent', DEVICE_APPROVAL: 'off' };
  app = await app.restart(undefined, { given: readConfig({ ...env, PORT: '1' }).given });
  expect(await changes()).toEqual([]);
  const more = { ...env, TWO_STEPS: 'admins', METRICS_TOKEN: SECRET };
  const { given } = readConfig({ ...more, HOST: '127.0.0.9', PORT: '2' });
  app = await app.restart(undefined, { given });
  expect(await changes()).toEqual(['METRICS_TOKEN, TWO_STEPS=admins']);
  app = await app.restart(undefined, { given });
  expect(await changes()).toHaveLength(1);
  app = await app.restart(undefined, {
    given: readConfig({ ...env, METRICS_TOKEN: `${SECRET}2` }).given,
  });
  expect(await changes()).toEqual(['METRICS_TOKEN, TWO_STEPS=', 'METRICS_TOKEN, TWO_STEPS=admins']);
  const rows = await app.ctx.db.many(sql`select s::text from known_settings s`);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

test('the first administrator’s e-mail is known without the e-mail itself, which an earlier version kept', async () => {
  const before = (await changes()).length;
  const ADMIN_EMAIL = 'jefa@empresa.local';
  const { given } = readConfig({ LOG_LEVEL: 'silent', ADMIN_EMAIL });
  app = await app.restart(undefined, { given });
  const [latest] = await changes();
  expect(latest).toContain(`ADMIN_EMAIL=${ADMIN_EMAIL}`);
  await app.ctx.db.run(
    sql`update known_settings set value = ${ADMIN_EMAIL} where name = 'ADMIN_EMAIL'`,
  );
  app = await app.restart(undefined, { given });
  expect(await changes()).toHaveLength(before + 1);
  const rows = await app.ctx.db.many(sql`select s::text from known_settings s`);
  expect(JSON.stringify(rows)).toContain('ADMIN_EMAIL');
  expect(JSON.stringify(rows)).not.toContain(ADMIN_EMAIL);
});

// Names that sound like a secret and are none.
const OPEN = ['FIRST_PASSWORD', 'PASSWORD_LOGIN', 'PUBLIC_URL'];
const isSecret = (name: string) =>
  /PASSWORD|SECRET|TOKEN|KEY|_URL$/.test(name) && !OPEN.includes(name);

test('no setting that is a secret is shown, or kept, with its value', async () => {
  const counted = settingNames.filter((name) => name !== 'HOST' && name !== 'PORT');
  const written = (name: string) => `value-of-${name.toLowerCase()}`;
  const given = Object.fromEntries(counted.map((name) => [name, written(name)]));
  app = await app.restart(undefined, { given });
  const [latest] = await changes();
  const shown = counted.map((name) => (isSecret(name) ? name : `${name}=${written(name)}`));
  expect(latest?.split(', ')).toEqual(shown.toSorted());
  const kept = await app.ctx.db.many<{ name: string; value: string }>(
    sql`select name, value from known_settings where name <> ''`,
  );
  const open = kept.filter(({ name, value }) => value === written(name)).map(({ name }) => name);
  const hidden = counted.filter((name) => isSecret(name) || name === 'ADMIN_EMAIL');
  expect(open.toSorted()).toEqual(counted.filter((name) => !hidden.includes(name)).toSorted());
});
