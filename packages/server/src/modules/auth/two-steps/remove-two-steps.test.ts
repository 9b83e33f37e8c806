import { getTwoSteps, removeOwnTwoSteps, removeTwoSteps } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { loginWith, stopClock, turnOnTwoSteps } from '../../../../test/two-steps.ts';

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

describe('turning it off', () => {
  test('needs the password, and leaves nothing', async () => {
    const { recoveryCodes } = await turnOnTwoSteps(ana);
    for (const body of [{}, { password: 'equivocada' }]) {
      const { status, errors } = await ana.request('DELETE', '/users/me/totp', body);
      expect({ status, fields: Object.keys(errors) }).toEqual({
        status: 422,
        fields: ['password'],
      });
    }
    const body = { password: PASSWORD };
    expect((await ana.call(removeOwnTwoSteps, { body })).status).toBe(200);
    expect(await statusOf(ana)).toEqual({ enabled: false, required: false, recoveryCodesLeft: 0 });
    const reply = await signIn(undefined);
    expect([reply.status, reply.content.totpRemoved]).toEqual([200, undefined]);
    await turnOnTwoSteps(ana);
    expect((await signIn(firstOf(recoveryCodes))).status).toBe(401);
  });
});

describe('removing somebody else’s', () => {
  const body = { currentPassword: PASSWORD };
  const remove = (userId: string, by = app.elena, given: object = body) =>
    by.request('DELETE', `/users/${userId}/totp`, given);

  test('is an administrator’s, with their own password, and is told once and recorded', async () => {
    const { recoveryCodes } = await turnOnTwoSteps(ana);
    expect((await remove(ana.uuid, await newPerson())).status).toBe(403);
    for (const given of [{}, { currentPassword: 'equivocada' }]) {
      const { status, errors } = await remove(ana.uuid, app.elena, given);
      expect({ status, fields: Object.keys(errors) }).toEqual({
        status: 422,
        fields: ['currentPassword'],
      });
    }
    expect((await signIn(undefined)).status).toBe(401);
    expect((await remove(ana.uuid)).status).toBe(200);
    const removal = (await signIn(undefined)).content.totpRemoved;
    expect(removal).toEqual({ by: app.elena.email, at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect((await signIn(undefined)).content.totpRemoved).toBeUndefined();
    expect(
      await auditEvents(app.elena, { userId: ana.uuid, action: 'TOTP_REMOVED' }),
    ).toMatchObject([{ actorEmail: app.elena.email, targetEmail: ana.email }]);
    await turnOnTwoSteps(ana);
    expect((await signIn(firstOf(recoveryCodes))).status).toBe(401);
  });

  test('is refused where there is none, and for oneself', async () => {
    expect((await remove(crypto.randomUUID())).status).toBe(404);
    expect((await remove(ana.uuid)).status).toBe(404);
    expect((await remove(app.elena.uuid)).status).toBe(409);
    const gone = await newPerson();
    await turnOnTwoSteps(gone);
    await app.elena.request('DELETE', `/users/${gone.uuid}`);
    expect((await remove(gone.uuid)).status).toBe(404);
    expect(await auditEvents(app.elena, { userId: ana.uuid, action: 'TOTP_REMOVED' })).toEqual([]);
    const removed = await app.elena.call(removeTwoSteps, { params: { userId: ana.uuid }, body });
    expect(removed.message).toBe('No tiene verificación en dos pasos');
  });

  test('of two sign-ins at the same instant one is told', async () => {
    await turnOnTwoSteps(ana);
    await remove(ana.uuid);
    const replies = await Promise.all([signIn(undefined), signIn(undefined), signIn(undefined)]);
    expect(replies.filter(({ content }) => content.totpRemoved)).toHaveLength(1);
  });
});
