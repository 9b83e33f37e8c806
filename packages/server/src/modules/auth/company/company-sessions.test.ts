import { endOwnSession, getTwoSteps, listOwnSessions } from '@chat/contract/auth';
import { listDevices } from '@chat/contract/devices';
import { listOwnGroups } from '@chat/contract/groups';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson, registerUser, usersOf } from '../../../../test/cast.ts';
import { accountOf, atProvider, signInAt } from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { codeOf, loginWith, turnOnTwoSteps } from '../../../../test/two-steps.ts';
import type { Config } from '../../../config/env.ts';

let provider: LyingProvider;
beforeAll(async () => {
  provider = await startLyingProvider();
});
afterAll(() => provider.stop());

const startAt = (settings: Partial<Config> = {}) =>
  startApp({ ...atProvider({ issuer: provider.issuer, ...provider.client }), ...settings });

describe('two steps', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startAt();
  });
  afterAll(() => app.close());

  test('a person with a second step is asked for no code by their company, and still by their password', async () => {
    const ana = await registerPerson(app, 'ana');
    const { secret } = await turnOnTwoSteps(ana);
    const client = app.client();
    expect((await signInAt(provider, client, accountOf(ana.email))).status).toBe(200);
    const { content } = await client.call(getTwoSteps, {});
    expect(content).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    const refused = await app.client().login(ana.email);
    expect([refused.status, refused.errors]).toEqual([401, { code: ['Código requerido'] }]);
    expect((await loginWith(app.client(), ana.email, codeOf(secret))).status).toBe(200);
  });

  test('where all must have one, a session of the company is not restricted and one of a password is', async () => {
    const bruno = await registerPerson(app, 'bruno');
    const company = app.client();
    await signInAt(provider, company, accountOf(bruno.email));
    app = await app.restart(undefined, { twoSteps: 'all' });
    const here = (token: string | undefined) => Object.assign(app.client(), { token });
    const running = here(company.token);
    expect((await running.call(getCurrentUser, {})).content).not.toHaveProperty(
      'mustSetUpTwoSteps',
    );
    expect((await running.call(listOwnGroups, {})).status).toBe(200);
    const byPassword = here(bruno.token);
    expect((await byPassword.call(listOwnGroups, {})).errors).toEqual({ required: ['TWO_STEPS'] });
    expect((await app.client().login(bruno.email)).content.mustSetUpTwoSteps).toBe(true);
    const again = await signInAt(provider, app.client(), accountOf(bruno.email));
    expect(again.content).not.toHaveProperty('mustSetUpTwoSteps');
  });
});

describe('a session of the company', () => {
  test("is one of the person's own: it is listed, ended elsewhere, and on record", async () => {
    const app = await startAt();
    const ana = await registerPerson(app, 'ana');
    const client = app.client();
    client.headers['user-agent'] =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await signInAt(provider, client, accountOf(ana.email));
    const { content } = await client.call(listOwnSessions, {});
    expect(content).toHaveLength(2);
    const own = content.find(({ current }) => current);
    expect(own).toMatchObject({ device: { name: 'Firefox en Windows' }, address: '127.0.0.1' });
    const params = { sessionId: own?.uuid ?? '' };
    expect((await ana.call(endOwnSession, { params })).status).toBe(200);
    expect((await client.call(listOwnGroups, {})).status).toBe(401);
    const query = { userId: ana.uuid, action: 'SIGN_IN' as const };
    expect(await auditEvents(app.elena, query)).toHaveLength(2);
    await app.close();
  });

  test('asks for its device only after the proof, the person and the block', async () => {
    const app = await startAt({ deviceApproval: 'users' });
    const email = await registerUser(app, 'ana');
    const account = accountOf(email);
    const devices = async () =>
      (await app.elena.call(listDevices, { query: { search: email } })).content;
    const lie = { claims: { aud: 'otra' } };
    expect((await signInAt(provider, app.client(), account, lie)).status).toBe(401);
    const unproven = { ...account, email_verified: false };
    expect((await signInAt(provider, app.client(), unproven)).status).toBe(403);
    const person = (await usersOf(app.elena)).find((user) => user.email === email);
    const path = `/users/${person?.uuid}`;
    await app.elena.request('POST', `${path}/block`);
    const blocked = await signInAt(provider, app.client(), account);
    expect([blocked.status, blocked.errors]).toEqual([403, {}]);
    expect(blocked.headers.get('set-cookie')).toBeNull();
    expect(await devices()).toEqual([]);
    await app.elena.request('POST', `${path}/unblock`);
    const waiting = await signInAt(provider, app.client(), account);
    expect(waiting.status).toBe(403);
    expect(await devices()).toMatchObject([{ deviceCode: waiting.errors.deviceCode?.[0] }]);
    await app.close();
  });
});
