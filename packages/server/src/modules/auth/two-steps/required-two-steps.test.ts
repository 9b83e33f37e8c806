import {
  confirmTwoSteps,
  getTwoSteps,
  removeOwnTwoSteps,
  removeTwoSteps,
  setUpTwoSteps,
} from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../../test/admin-command.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerUser } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { accept, registerInvited, tokenOf } from '../../../../test/invitations.ts';
import { codeOf, loginWith, stopClock, turnOnTwoSteps } from '../../../../test/two-steps.ts';
import { createAdminContext, runCommand } from '../../../commands/admin/operations.ts';

let startClock: () => void;
beforeAll(() => {
  startClock = stopClock();
});
afterAll(() => startClock());

const mustSetUp = async (person: Client) =>
  (await person.call(getCurrentUser, {})).content.mustSetUpTwoSteps === true;

describe('where all must have a second step', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ twoSteps: 'all' });
    await turnOnTwoSteps(app.elena);
  });
  afterAll(() => app.close());

  let people = 0;
  const newPerson = async () => app.signIn(await registerUser(app, `persona-${++people}`));

  test('a person sets it up in the session that asks for it, which works in full at once', async () => {
    const ana = await newPerson();
    expect(await mustSetUp(ana)).toBe(true);
    expect((await ana.call(getTwoSteps, {})).content).toEqual({
      enabled: false,
      required: true,
      recoveryCodesLeft: 0,
    });
    expect((await ana.request('GET', '/chats')).status).toBe(403);
    const { secret } = (await ana.call(setUpTwoSteps, { body: {} })).content;
    expect((await ana.request('GET', '/chats')).status).toBe(403);
    const body = { code: codeOf(secret) };
    expect((await ana.call(confirmTwoSteps, { body })).status).toBe(200);
    expect(await mustSetUp(ana)).toBe(false);
    expect((await ana.request('GET', '/users/me/sessions')).status).toBe(200);
    (await ana.connect()).close();
    const again = await loginWith(app.client(), ana.email, codeOf(secret, 1));
    expect([again.status, again.content.mustSetUpTwoSteps]).toEqual([200, undefined]);
  });

  test('a person who was invited sets it up before anything else, too', async () => {
    const { content } = await registerInvited(app, 'invitada');
    const chosen = 'elegida-por-mí';
    await accept(app.client(), tokenOf(content.invitation), chosen);
    const invited = await app.signIn(content.email, chosen);
    expect(await mustSetUp(invited)).toBe(true);
    expect((await invited.request('GET', '/chats')).status).toBe(403);
  });

  test('nobody turns their own off', async () => {
    const ana = await newPerson();
    await turnOnTwoSteps(ana);
    const body = { password: PASSWORD };
    expect((await ana.call(removeOwnTwoSteps, { body })).status).toBe(409);
    expect((await ana.call(getTwoSteps, {})).content.enabled).toBe(true);
  });

  test('whoever loses it to an administrator sets up another one first, in running sessions too', async () => {
    const ana = await newPerson();
    await turnOnTwoSteps(ana);
    expect(await mustSetUp(ana)).toBe(false);
    const params = { userId: ana.uuid };
    const body = { currentPassword: PASSWORD };
    expect((await app.elena.call(removeTwoSteps, { params, body })).status).toBe(200);
    expect(await mustSetUp(ana)).toBe(true);
    expect((await ana.request('GET', '/users/me/sessions')).status).toBe(403);
    await turnOnTwoSteps(ana);
    expect(await mustSetUp(ana)).toBe(false);
  });

  test('the command line of another process leaves no session that has none', async () => {
    const ana = await newPerson();
    await turnOnTwoSteps(ana);
    const ctx = createAdminContext(app.ctx.config, app.ctx.db);
    await runCommand(ctx, adminCommand('totp-off', '--email', ana.email));
    await ctx.sessions.close();
    await expect.poll(async () => (await ana.call(getCurrentUser, {})).status).toBe(401);
    const { content } = await ana.login(ana.email);
    expect(content).toMatchObject({ mustSetUpTwoSteps: true, totpRemoved: { by: null } });
  });
});

test('where administrators must have one, others need not', async () => {
  const app = await startApp({ twoSteps: 'admins' });
  const elena = app.elena;
  expect(await mustSetUp(elena)).toBe(true);
  await turnOnTwoSteps(elena);
  const ana = await app.signIn(await registerUser(app, 'ana'));
  expect(await mustSetUp(ana)).toBe(false);
  await turnOnTwoSteps(ana);
  expect((await ana.call(getTwoSteps, {})).content.required).toBe(false);
  const body = { password: PASSWORD };
  expect((await ana.call(removeOwnTwoSteps, { body })).status).toBe(200);
  expect((await elena.call(removeOwnTwoSteps, { body })).status).toBe(409);
  await app.close();
});

test('a database that is away while a set-up is confirmed leaves nothing half set up, and the next try works', async () => {
  const app = await startApp();
  const ana = await app.signIn(await registerUser(app, 'ana'));
  const { secret } = (await ana.call(setUpTwoSteps, { body: {} })).content;
  const confirm = () => ana.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
  const { transaction } = app.ctx.db;
  app.ctx.db.transaction = (work) =>
    transaction(async (tx) => {
      await work(tx);
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
  const failed = await confirm();
  expect([failed.status, failed.message]).toEqual([503, expect.stringMatching(/\S/)]);
  app.ctx.db.transaction = transaction;
  expect((await ana.call(getTwoSteps, {})).content).toMatchObject({
    enabled: false,
    recoveryCodesLeft: 0,
  });
  expect((await ana.login(ana.email)).status).toBe(200);
  expect((await confirm()).status).toBe(200);
  expect((await loginWith(app.client(), ana.email, codeOf(secret, 1))).status).toBe(200);
  await app.close();
});
