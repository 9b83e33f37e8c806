import { confirmTwoSteps, getTwoSteps, setUpTwoSteps } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import {
  codeOf,
  loginWith,
  passSteps,
  stopClock,
  turnOnTwoSteps,
  wrongCodeOf,
} from '../../../../test/two-steps.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let startClock: () => void;
beforeAll(async () => {
  app = await startApp();
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  await app.close();
});

let people = 0;
const newPerson = () => registerPerson(app, `persona-${++people}`);

let ana: Client;
beforeEach(async () => {
  ana = await newPerson();
});

const statusOf = async (person: Client) => (await person.call(getTwoSteps, {})).content;
const signIn = (code: unknown, person = ana) => loginWith(app.client(), person.email, code);
const answerOf = ({ status, errors }: { status: number; errors: object }) => ({ status, errors });
const refused = (text: string) => ({ status: 401, errors: { code: [text] } });

async function begin(person = ana): Promise<string> {
  return (await person.call(setUpTwoSteps, { body: {} })).content.secret;
}

describe('setting it up', () => {
  test('gives a secret of 160 bits, and the same with e-mail and product for an authenticator', async () => {
    expect(await statusOf(ana)).toEqual({ enabled: false, required: false, recoveryCodesLeft: 0 });
    const { status, content } = await ana.call(setUpTwoSteps, { body: {} });
    expect(status).toBe(200);
    expect(content.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(content.uri);
    expect(content.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(decodeURIComponent(uri.pathname)).toContain(ana.email);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: content.secret,
      issuer: 'WEB CHAT',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect((await ana.call(setUpTwoSteps, { body: {} })).content.secret).not.toBe(content.secret);
  });

  test('counts for nothing until it is confirmed', async () => {
    await begin();
    expect((await signIn(undefined)).status).toBe(200);
    expect(await statusOf(ana)).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
  });

  test('is confirmed by a code, which gives ten recovery codes and ends the other sessions', async () => {
    const other = await app.signIn(ana.email);
    const live = await other.connect();
    const ended = live.waitFor('session:ended');
    const secret = await begin();
    const { status, content } = await ana.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
    expect(status).toBe(200);
    expect(new Set(content.recoveryCodes).size).toBe(10);
    for (const code of content.recoveryCodes)
      expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(await statusOf(ana)).toEqual({ enabled: true, required: false, recoveryCodesLeft: 10 });
    expect(await ended).toEqual({ reason: 'owner' });
    expect((await other.call(getCurrentUser, {})).status).toBe(401);
  });

  test('a wrong code confirms nothing, and a right one still does', async () => {
    const secret = await begin();
    for (const code of [wrongCodeOf(secret), codeOf(secret, 3), 'abcdef', 'ABCD-EFGH-JKMN-PQRS']) {
      expect(answerOf(await ana.call(confirmTwoSteps, { body: { code } }))).toEqual({
        status: 422,
        errors: { code: ['Código incorrecto'] },
      });
    }
    expect(await statusOf(ana)).toMatchObject({ enabled: false });
    const spaced = codeOf(secret).replace(/^.../, '$& ');
    expect((await ana.call(confirmTwoSteps, { body: { code: spaced } })).status).toBe(200);
  });

  test.each([{}, { code: null }, { code: ' ' }, { code: 123456 }, { code: '1'.repeat(101) }])(
    'a code is a text: %o',
    async (body) => {
      await begin();
      const { status, errors } = await ana.request('POST', '/users/me/totp/confirm', body);
      expect({ status, fields: Object.keys(errors) }).toEqual({ status: 422, fields: ['code'] });
    },
  );

  test('what was not begun, or more than 15 minutes ago, cannot be confirmed', async () => {
    expect((await ana.call(confirmTwoSteps, { body: { code: '123456' } })).status).toBe(409);
    const secret = await begin();
    const age = (minutes: number) =>
      app.ctx.db.run(sql`
        update two_steps set pending_at = pending_at - make_interval(mins => ${minutes})
        where user_id = ${ana.user.id}`);
    await age(16);
    const confirm = () => ana.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
    expect((await confirm()).status).toBe(409);
    await age(-2);
    expect((await confirm()).status).toBe(200);
    expect((await confirm()).status).toBe(409);
  });

  test('asks for no password while no step is on, also where one is left blank', async () => {
    for (const body of [{}, { password: null }, { password: '' }]) {
      expect((await ana.request('POST', '/users/me/totp', body)).status).toBe(200);
    }
  });

  test('anew needs the password; the one before stays in force until that is confirmed', async () => {
    const before = await turnOnTwoSteps(ana);
    const wrong = [undefined, null, '', 'equivocada', 7];
    for (const body of wrong.map((password) => ({ password }))) {
      const { status, errors } = await ana.request('POST', '/users/me/totp', body);
      expect({ status, fields: Object.keys(errors) }).toEqual({
        status: 422,
        fields: ['password'],
      });
    }
    const body = { password: PASSWORD };
    const { secret } = (await ana.call(setUpTwoSteps, { body })).content;
    expect(answerOf(await signIn(codeOf(secret)))).toEqual(refused('Código incorrecto'));
    expect((await signIn(codeOf(before.secret))).status).toBe(200);
    expect((await signIn(before.recoveryCodes[0])).status).toBe(200);
    const confirmed = await ana.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
    expect(confirmed.status).toBe(200);
    passSteps(1);
    expect((await signIn(codeOf(before.secret))).status).toBe(401);
    expect((await signIn(before.recoveryCodes[1])).status).toBe(401);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect((await signIn(confirmed.content.recoveryCodes[0])).status).toBe(200);
  });

  test('a lost answer to the confirmation locks nobody out: it is set up again with the password', async () => {
    await turnOnTwoSteps(ana);
    const again = await turnOnTwoSteps(ana);
    expect((await signIn(codeOf(again.secret))).status).toBe(200);
  });
});

describe('signing in with it', () => {
  test('asks for a code after the right password alone', async () => {
    await turnOnTwoSteps(ana);
    for (const code of [undefined, null, '', '  ']) {
      const reply = await signIn(code);
      expect(answerOf(reply)).toEqual(refused('Código requerido'));
      expect(reply.message).toBe('Código requerido');
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect(reply.content).toBeUndefined();
    }
    expect((await signIn(123456)).status).toBe(422);
    const wrong = await loginWith(app.client(), ana.email, undefined, 'equivocada');
    expect(answerOf(wrong)).toEqual({ status: 401, errors: {} });
  });

  test('a wrong password does not use up a right code', async () => {
    const { secret } = await turnOnTwoSteps(ana);
    const code = codeOf(secret);
    const wrong = await loginWith(app.client(), ana.email, code, 'equivocada');
    expect(answerOf(wrong)).toEqual({ status: 401, errors: {} });
    expect((await signIn(code)).status).toBe(200);
  });

  test('a code is taken of the present 30 s, of those before and of those after, and of no others', async () => {
    const { secret } = await turnOnTwoSteps(ana);
    passSteps(5);
    for (const steps of [-3, -2, 2, 3]) {
      expect(answerOf(await signIn(codeOf(secret, steps)))).toEqual(refused('Código incorrecto'));
    }
    for (const steps of [-1, 0, 1]) {
      expect([steps, (await signIn(codeOf(secret, steps))).status]).toEqual([steps, 200]);
    }
  });

  test('a code works once, and after it none of an earlier 30 s', async () => {
    const { secret } = await turnOnTwoSteps(ana);
    passSteps(3);
    const [earlier, present] = [codeOf(secret, -1), codeOf(secret)];
    expect((await signIn(present)).status).toBe(200);
    for (const code of [present, earlier])
      expect(answerOf(await signIn(code))).toEqual(refused('Código incorrecto'));
    expect((await signIn(codeOf(secret, 1))).status).toBe(200);
    expect((await signIn(codeOf(secret, 1))).status).toBe(401);
  });

  test('the code that confirmed it opens nothing', async () => {
    const secret = await begin();
    const code = codeOf(secret);
    await ana.call(confirmTwoSteps, { body: { code } });
    for (const used of [code, codeOf(secret, -1)])
      expect(answerOf(await signIn(used))).toEqual(refused('Código incorrecto'));
    expect((await signIn(codeOf(secret, 1))).status).toBe(200);
  });

  test('recovery codes have more than 50 bits: each letter is drawn by itself', async () => {
    const drawn: string[] = [];
    for (let times = 0; times < 6; times++)
      drawn.push(...(await turnOnTwoSteps(ana)).recoveryCodes);
    const codes = drawn.map((code) => code.replaceAll('-', ''));
    expect(new Set(codes).size).toBe(60);
    const places = Array.from({ length: 16 }, (_, place) => codes.map((code) => code[place]));
    // About 27 of 60 letters differ that have 5 bits each.
    for (const letters of places) expect(new Set(letters).size).toBeGreaterThan(12);
    expect(new Set(places.map((letters) => letters.join(''))).size).toBe(16);
  });

  test('a recovery code works once, whatever its case and hyphens, and for its person alone', async () => {
    const { recoveryCodes } = await turnOnTwoSteps(ana);
    const bruno = await newPerson();
    const his = await turnOnTwoSteps(bruno);
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect((await signIn(first)).status).toBe(200);
    expect((await signIn(second.toLowerCase().replaceAll('-', ''))).status).toBe(200);
    expect((await signIn(` ${third.replaceAll('-', '').replace(/^(..)/, '$1-')} `)).status).toBe(
      200,
    );
    for (const code of [first, second, third, firstOf(his.recoveryCodes)])
      expect(answerOf(await signIn(code))).toEqual(refused('Código incorrecto'));
    expect(await statusOf(ana)).toMatchObject({ enabled: true, recoveryCodesLeft: 7 });
    expect((await statusOf(bruno)).recoveryCodesLeft).toBe(10);
  });

  test('of one code that comes twice at the same instant one is let in', async () => {
    const { secret, recoveryCodes } = await turnOnTwoSteps(ana);
    for (const code of [codeOf(secret), firstOf(recoveryCodes)]) {
      const replies = await Promise.all(Array.from({ length: 6 }, () => signIn(code)));
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 401, 401, 401, 401, 401]);
    }
  });
});
