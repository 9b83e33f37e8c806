import type { AuditAction } from '@chat/contract/audit';
import { endOtherSessions, login, logout, removeOwnTwoSteps } from '@chat/contract/auth';
import { listDevices, rejectDevice } from '@chat/contract/devices';
import { blockUser, changeOwnPassword, setUserPassword } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { beforeStatement } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson, registerUser } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { accept, invite } from '../../../test/invitations.ts';
import { codeOf, turnOnTwoSteps, wrongCodeOf } from '../../../test/two-steps.ts';
import { createLog } from '../../config/log.ts';
import { sql } from '../../db/database.ts';
import { recordOverMinutes } from './sign-in-failures.actions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const linesOf = (userId: string, action?: AuditAction) =>
  auditEvents(app.elena, { userId, ...(action && { action }) });
const actionsOf = async (userId: string) =>
  (await linesOf(userId)).map(({ action }) => action).toReversed();

const withCode = (by: Client, email: string, password: string, code: string | undefined) =>
  by.request('POST', login.path, { email, password, code, deviceId: by.deviceId });

/** As if the minute of each failure were over. */
async function passMinute(): Promise<void> {
  const { db } = app.ctx;
  await db.run(sql`update sign_in_failures set began_at = now() - interval '61 seconds'`);
  await recordOverMinutes(db);
}

test('a session that begins, and one that its person ends, are on record with the address', async () => {
  const zoe = await registerPerson(app, 'zoe');
  const other = await app.signIn(zoe.email);
  await zoe.call(endOtherSessions, {});
  await zoe.call(logout, {});
  expect((await other.request('GET', '/users/me')).status).toBe(401);
  const lines = await linesOf(zoe.uuid);
  expect(lines.slice(0, 4).map(({ action }) => action)).toEqual([
    'SESSION_ENDED',
    'SESSION_ENDED',
    'SIGN_IN',
    'SIGN_IN',
  ]);
  for (const line of lines.slice(0, 4)) {
    expect(line).toMatchObject({
      actorEmail: zoe.email,
      targetEmail: zoe.email,
      address: '127.0.0.1',
    });
  }
});

test('of sessions that end by a block nothing more is on record than the block', async () => {
  const ines = await registerPerson(app, 'ines');
  await app.elena.call(blockUser, { params: { userId: ines.uuid } });
  expect(await linesOf(ines.uuid, 'SESSION_ENDED')).toEqual([]);
});

test('what a person does with password and second step is on record', async () => {
  const olga = await registerPerson(app, 'olga');
  const password = 'otra-clave-456';
  await olga.call(changeOwnPassword, { body: { currentPassword: PASSWORD, password } });
  const { recoveryCodes } = await turnOnTwoSteps(olga);
  expect((await withCode(app.client(), olga.email, password, recoveryCodes[0])).status).toBe(200);
  await olga.call(removeOwnTwoSteps, { body: { password } });
  const own = [
    'PASSWORD_CHANGED',
    'TOTP_ENABLED',
    'RECOVERY_CODE_USED',
    'SIGN_IN',
    'TOTP_DISABLED',
  ];
  expect((await actionsOf(olga.uuid)).slice(-own.length)).toEqual(own);
  const [newest] = await linesOf(olga.uuid, 'RECOVERY_CODE_USED');
  expect(newest).toMatchObject({ actorEmail: olga.email, detail: null, address: '127.0.0.1' });
});

test('no password, code, secret or token stands in any entry', async () => {
  const rosa = await registerPerson(app, 'rosa');
  const password = 'otra-clave-456';
  const { secret, recoveryCodes } = await turnOnTwoSteps(rosa);
  const [code = '', wrong = ''] = [codeOf(secret), wrongCodeOf(secret)];
  for (const given of [wrong, code, recoveryCodes[0]])
    await withCode(app.client(), rosa.email, PASSWORD, given);
  await app.client().login(rosa.email, 'clave-que-no-es');
  const token = await invite(app.elena, rosa.uuid);
  expect((await accept(app.client(), token, password)).status).toBe(200);
  await app.elena.call(setUserPassword, {
    params: { userId: rosa.uuid },
    body: { password: 'puesta-por-elena' },
  });
  const typed = [PASSWORD, password, 'clave-que-no-es', 'puesta-por-elena'];
  const secrets = [...typed, ...recoveryCodes, secret, token, rosa.token ?? '', rosa.deviceId];
  const lines = await linesOf(rosa.uuid);
  expect(lines.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['INVITATION_USED', 'RECOVERY_CODE_USED', 'PASSWORD_SET']),
  );
  // A code of six digits may stand in an id by chance.
  expect(lines.filter(({ detail }) => detail === code || detail === wrong)).toEqual([]);
  for (const one of secrets) expect(JSON.stringify(lines)).not.toContain(one);
});

test('the first failure of a minute is written at once, the others as one entry with their number', async () => {
  const email = await registerUser(app, 'marta');
  const guess = () => app.client().login(email, 'no-es-esta-clave');
  for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401);
  const { uuid } = (await app.signIn(email)).user;
  const failures = async () =>
    (await linesOf(uuid, 'SIGN_IN_FAILED')).map(({ detail, actorId, targetEmail, address }) => ({
      detail,
      actorId,
      targetEmail,
      address,
    }));
  const failed = { actorId: null, targetEmail: email, address: '127.0.0.1' };
  expect(await failures()).toEqual([{ ...failed, detail: 'PASSWORD' }]);
  await passMinute();
  expect(await failures()).toEqual([
    { ...failed, detail: 'PASSWORD 4' },
    { ...failed, detail: 'PASSWORD' },
  ]);
  await passMinute();
  expect(await failures()).toHaveLength(2);
  expect((await guess()).status).toBe(401);
  expect((await failures()).length).toBe(3);
  await passMinute();
  expect((await failures()).length).toBe(3);
});

test('each says how it failed: a wrong code, a block, a device that waits', async () => {
  const strict = await startApp({ deviceApproval: 'users' });
  const waiting = await registerUser(strict, 'ana');
  expect((await strict.client().login(waiting)).status).toBe(403);
  const byDevice = await auditEvents(strict.elena, { action: 'SIGN_IN_FAILED' });
  expect(byDevice).toMatchObject([{ detail: 'DEVICE', targetEmail: waiting }]);
  await strict.close();
  const teo = await registerPerson(app, 'teo');
  const { secret } = await turnOnTwoSteps(teo);
  expect((await app.client().login(teo.email)).status).toBe(401);
  expect(await linesOf(teo.uuid, 'SIGN_IN_FAILED')).toEqual([]);
  const code = wrongCodeOf(secret);
  expect((await withCode(app.client(), teo.email, PASSWORD, code)).status).toBe(401);
  expect(await linesOf(teo.uuid, 'SIGN_IN_FAILED')).toMatchObject([{ detail: 'CODE' }]);
  const leo = await registerPerson(app, 'leo');
  await app.elena.call(blockUser, { params: { userId: leo.uuid } });
  expect((await app.client().login(leo.email)).status).toBe(403);
  expect(await linesOf(leo.uuid, 'SIGN_IN_FAILED')).toMatchObject([{ detail: 'BLOCKED' }]);
});

test('so is a sign-in whose password or device counts no more by the time its session would begin', async () => {
  const { db } = app.ctx;
  const vera = await registerPerson(app, 'vera');
  const params = { userId: vera.uuid };
  beforeStatement(db, 'insert into sessions', () => app.elena.call(blockUser, { params }));
  expect((await app.client().login(vera.email)).status).toBe(401);
  expect(await linesOf(vera.uuid, 'SIGN_IN_FAILED')).toMatchObject([{ detail: 'PASSWORD' }]);
  const hugo = await registerPerson(app, 'hugo');
  beforeStatement(db, 'insert into sessions', async () => {
    const query = { search: hugo.email };
    const [device] = (await app.elena.call(listDevices, { query })).content;
    await app.elena.call(rejectDevice, { params: { deviceId: device?.uuid ?? '' } });
  });
  expect((await hugo.login(hugo.email)).status).toBe(403);
  expect(await linesOf(hugo.uuid, 'SIGN_IN_FAILED')).toMatchObject([{ detail: 'DEVICE' }]);
});

test('nothing that is typed as an unknown e-mail stands anywhere, in no table and no line of the log', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const own = await startApp({}, { log });
  const guess = (email: string) => own.client().login(email, 'y-otra-clave-tecleada');
  for (const typed of ['mi-clave-tecleada@empresa.local', 'Mi clave tecleada', 'tecleada\0']) {
    expect([401, 422]).toContain((await guess(typed)).status);
  }
  const { db } = own.ctx;
  await db.run(sql`update sign_in_failures set began_at = now() - interval '61 seconds'`);
  await recordOverMinutes(db);
  const failed = await auditEvents(own.elena, { action: 'SIGN_IN_FAILED' });
  expect(failed.length).toBeGreaterThan(0);
  for (const line of failed) {
    expect(line).toMatchObject({ actorId: null, targetId: null, targetEmail: null });
    expect(line.detail).toMatch(/^PASSWORD( 1)?$/);
  }
  const tables = await db.many<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`);
  for (const { name } of tables) {
    const rows = await db.many(sql([`select t::text from ${name} t`]));
    expect([name, JSON.stringify(rows).includes('tecleada')]).toEqual([name, false]);
  }
  expect(lines.join()).toContain('sign-in failed');
  expect(lines.join()).not.toContain('tecleada');
  await own.close();
});
