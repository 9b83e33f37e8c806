import { confirmTwoSteps, getTwoSteps, setUpTwoSteps } from '@chat/contract/auth';
import { listDevices } from '@chat/contract/devices';
import { blockUser, changeOwnPassword, getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../test/before-statement.ts';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson } from '../../test/cast.ts';
import { type Client, PASSWORD } from '../../test/client.ts';
import {
  codeOf,
  loginWith,
  passSteps,
  type SecondStep,
  stopClock,
  turnOnTwoSteps,
  wrongCodeOf,
} from '../../test/two-steps.ts';

const RATE = 5;
let app: TestApp;
let startClock: () => void;
beforeAll(async () => {
  app = await startApp({ loginRate: RATE });
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  await app.close();
});

let people = 0;
let ana: Client;
let step: SecondStep;
beforeEach(async () => {
  ana = await registerPerson(app, `persona-${++people}`);
  step = await turnOnTwoSteps(ana);
});

describe('a thief with the password', () => {
  test('hears of a block or a device, and is heard of by administrators, after a right code alone', async () => {
    Object.assign(app.ctx.config, { deviceApproval: 'all' });
    const thief = app.client();
    const { email, uuid } = ana;
    const waiting = async () =>
      (await app.elena.call(listDevices, { query: { search: email } })).content.filter(
        ({ approvedAt }) => approvedAt === null,
      );
    const shown = async (code?: string) => {
      const { status, errors } = await loginWith(thief, email, code);
      return [status, Object.keys(errors)];
    };
    for (const code of [undefined, wrongCodeOf(step.secret)]) {
      expect(await shown(code)).toEqual([401, ['code']]);
      expect(await waiting()).toEqual([]);
    }
    expect(await shown(codeOf(step.secret))).toEqual([403, ['deviceCode']]);
    expect(await waiting()).toHaveLength(1);
    await app.elena.call(blockUser, { params: { userId: uuid } });
    expect(await shown()).toEqual([401, ['code']]);
    expect(await shown(step.recoveryCodes[0])).toEqual([403, []]);
    Object.assign(app.ctx.config, { deviceApproval: 'off' });
  });

  test('finds no field of another name or form that stands for a code', async () => {
    const code = codeOf(step.secret);
    const thief = app.client();
    const body = { email: ana.email, password: PASSWORD, deviceId: thief.deviceId };
    for (const more of [
      { totp: code, token: code, otp: code, recoveryCode: step.recoveryCodes[0] },
      { code: [code] },
      { code: { $ne: '' } },
      { code: true },
      { code: Number(code) },
    ]) {
      const { status } = await thief.request('POST', '/auth/login', { ...body, ...more });
      expect([401, 422]).toContain(status);
    }
  });

  test('is no further by a session that began while the second step was being turned on', async () => {
    const bruno = await registerPerson(app, `persona-${++people}`);
    const { secret } = (await bruno.call(setUpTwoSteps, { body: {} })).content;
    // The password was checked while there was no second step; the session begins just after there is.
    confirmBeforeSession(bruno, secret);
    expect((await loginWith(app.client(), bruno.email, undefined)).status).toBe(401);
    expect((await loginWith(app.client(), bruno.email, codeOf(secret, 1))).status).toBe(200);
  });

  test.each(['code', 'recovery code'])(
    'and a stolen %s is no further by one that began while another second step took its place',
    async (kind) => {
      const body = { password: PASSWORD };
      const { secret } = (await ana.call(setUpTwoSteps, { body })).content;
      const stolen = kind === 'code' ? codeOf(step.secret) : step.recoveryCodes[0];
      confirmBeforeSession(ana, secret);
      expect((await loginWith(app.client(), ana.email, stolen)).status).toBe(401);
      expect((await loginWith(app.client(), ana.email, codeOf(secret, 1))).status).toBe(200);
    },
  );

  test('guesses no more codes than LOGIN_RATE a minute, from whatever device, and then a right one is refused', async () => {
    const wrong = wrongCodeOf(step.secret);
    for (let count = 0; count < 2 * RATE; count++) {
      expect((await loginWith(app.client(), ana.email, undefined)).status).toBe(401);
    }
    const guesses = [wrong, 'ABCD-EFGH-JKMN-PQRS', wrong, 'x', wrong];
    for (const guess of guesses)
      expect((await loginWith(app.client(), ana.email, guess)).status).toBe(401);
    for (const right of [codeOf(step.secret), step.recoveryCodes[0], wrong]) {
      const refused = await loginWith(app.client(), ana.email, right);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // An approved device helps against passwords that others guess, not here.
    expect((await loginWith(ana, ana.email, codeOf(step.secret))).status).toBe(429);
    const bruno = await registerPerson(app, `persona-${++people}`);
    const his = await turnOnTwoSteps(bruno);
    expect((await loginWith(app.client(), bruno.email, codeOf(his.secret))).status).toBe(200);
  });

  test('guesses as little where a set-up is confirmed', async () => {
    const body = { password: PASSWORD };
    const { secret } = (await ana.call(setUpTwoSteps, { body })).content;
    const code = wrongCodeOf(secret);
    for (let count = 0; count < RATE; count++)
      expect((await ana.call(confirmTwoSteps, { body: { code } })).status).toBe(422);
    const right = { body: { code: codeOf(secret) } };
    expect((await ana.call(confirmTwoSteps, right)).status).toBe(429);
    expect((await loginWith(app.client(), ana.email, codeOf(step.secret))).status).toBe(429);
  });
});

describe('a passer-by at an unlocked browser', () => {
  const isIntact = async () => {
    expect((await ana.call(getTwoSteps, {})).content).toMatchObject({ enabled: true });
    passSteps(1);
    expect((await loginWith(app.client(), ana.email, codeOf(step.secret))).status).toBe(200);
  };

  test('sets up no other second step, and turns none off', async () => {
    for (const body of [
      {},
      { password: '' },
      { password: 'adivinada' },
      { currentPassword: PASSWORD },
    ]) {
      expect((await ana.request('POST', '/users/me/totp', body)).status).toBe(422);
      expect((await ana.request('DELETE', '/users/me/totp', body)).status).toBe(422);
    }
    await isIntact();
  });

  test('guesses the password there as slowly as at the sign-in', async () => {
    const guess = { password: 'adivinada' };
    for (let count = 0; count < RATE; count++)
      expect((await ana.request('POST', '/users/me/totp', guess)).status).toBe(422);
    for (const [method, path] of [
      ['POST', '/users/me/totp'],
      ['DELETE', '/users/me/totp'],
    ] as const)
      expect((await ana.request(method, path, { password: PASSWORD })).status).toBe(429);
    const body = { currentPassword: PASSWORD, password: 'otra-clave' };
    expect((await ana.call(changeOwnPassword, { body })).status).toBe(429);
  });

  test('confirms nothing that they began before the second step was on', async () => {
    const bruno = await registerPerson(app, `persona-${++people}`);
    const own = (await bruno.call(setUpTwoSteps, { body: {} })).content.secret;
    // The passer-by is asked whether one is on a moment before it is.
    beforeStatement(app.ctx.db, 'insert into two_steps', async () => {
      const confirmed = await bruno.call(confirmTwoSteps, { body: { code: codeOf(own) } });
      expect(confirmed.status).toBe(200);
    });
    expect((await bruno.call(setUpTwoSteps, { body: {} })).status).toBe(422);
    const { status } = await bruno.call(confirmTwoSteps, { body: { code: codeOf(own, 1) } });
    expect(status).toBe(409);
  });
});

/** The person confirms their set-up just before the next session begins. */
function confirmBeforeSession(person: Client, secret: string): void {
  beforeStatement(app.ctx.db, 'insert into sessions', async () => {
    const confirmed = await person.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
    expect(confirmed.status).toBe(200);
  });
}

test('a stolen administrator’s session removes no second step without the password', async () => {
  const path = `/users/${ana.uuid}/totp`;
  const thief = Object.assign(app.client(), { token: app.elena.token });
  for (const body of [
    {},
    { currentPassword: null },
    { currentPassword: 'adivinada' },
    { password: PASSWORD },
  ])
    expect((await thief.request('DELETE', path, body)).status).toBe(422);
  expect((await thief.request('DELETE', path)).status).toBe(422);
  expect((await loginWith(app.client(), ana.email, undefined)).status).toBe(401);
  expect((await ana.call(getCurrentUser, {})).status).toBe(200);
  expect((await ana.call(getTwoSteps, {})).content.enabled).toBe(true);
});
