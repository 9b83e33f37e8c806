import { getPersonalChat, listChats } from '@chat/contract/chats';
import { deleteGroup, listOwnGroups } from '@chat/contract/groups';
import { holdChat, holdUser, listHolds } from '@chat/contract/holds';
import { deleteUser, listUsers, updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  registerManager,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { PASSWORD } from '../../../../test/client.ts';
import { expectClosedTo, expectUnknownIds } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';

const REASON = 'Requerimiento del juzgado 3/2026';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(() => app.ctx.db.run(sql`delete from holds`));
afterAll(() => app.close());

type Body = { hold: true; reason: string } | { hold: false };
const kept = (reason = REASON): Body => ({ hold: true, reason });
const onChat = (chatId: string, body: Body) =>
  app.elena.call(holdChat, { params: { chatId }, body });
const onUser = (userId: string, body: Body) =>
  app.elena.call(holdUser, { params: { userId }, body });
const holds = async () => (await app.elena.call(listHolds, {})).content;

test('a hold is set, listed, given another reason and ended; each is recorded, a repeat is not', async () => {
  const recorded = async () => {
    const events = await auditEvents(app.elena, {});
    return events.filter(({ action }) => /^HOLD_/.test(action)).reverse();
  };
  const before = (await recorded()).length;
  const { status, content } = await onChat(direct, kept());
  expect([status, content]).toEqual([200, { hold: true, reason: REASON, since: content.since }]);
  expect((await onChat(direct, kept())).content).toEqual(content);
  const other = await onChat(direct, kept('Otro motivo bien largo'));
  expect(other.content).toEqual({ ...content, reason: 'Otro motivo bien largo' });
  await onUser(cast.ana.uuid, kept(`  ${REASON}  `));
  expect(await holds()).toEqual([
    {
      chatId: null,
      userId: cast.ana.uuid,
      name: cast.ana.email,
      reason: REASON,
      since: expect.any(String),
      by: app.elena.email,
    },
    {
      chatId: direct,
      userId: null,
      name: `${cast.ana.email} / ${cast.bruno.email} · Ventas`,
      reason: 'Otro motivo bien largo',
      since: content.since,
      by: app.elena.email,
    },
  ]);
  const none = { hold: false, reason: null, since: null };
  expect((await onChat(direct, { hold: false })).content).toEqual(none);
  expect((await onChat(direct, { hold: false })).content).toEqual(none);
  expect((await onUser(cast.ana.uuid, { hold: false })).content).toEqual(none);
  expect(await holds()).toEqual([]);
  const actorEmail = app.elena.email;
  expect((await recorded()).slice(before)).toMatchObject([
    { action: 'HOLD_SET', chatId: direct, detail: REASON, actorEmail },
    { action: 'HOLD_SET', chatId: direct, detail: 'Otro motivo bien largo', actorEmail },
    { action: 'HOLD_SET', targetId: cast.ana.uuid, detail: REASON, actorEmail },
    { action: 'HOLD_ENDED', chatId: direct, detail: 'Otro motivo bien largo', actorEmail },
    { action: 'HOLD_ENDED', targetId: cast.ana.uuid, detail: REASON, actorEmail },
  ]);
});

describe('what may be held', () => {
  test('a group chat, one of a deleted group, and a deleted person; no personal chat', async () => {
    expect((await onChat(cast.ventasChat, kept())).status).toBe(200);
    const group = await createGroupOf(app, 'Efímero', [cast.ana]);
    const chat = await groupChatOf(cast.ana, group);
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    expect((await onChat(chat, kept())).status).toBe(200);
    const gone = await registerPerson(app, 'gone');
    await app.elena.call(deleteUser, { params: { userId: gone.uuid } });
    expect((await onUser(gone.uuid, kept())).status).toBe(200);
    const { content } = await cast.ana.call(getPersonalChat, {});
    expect((await onChat(content.uuid, kept())).status).toBe(404);
    const own = await app.elena.call(getPersonalChat, {});
    expect((await onChat(own.content.uuid, kept())).status).toBe(404);
  });

  test('nothing unknown', () =>
    expectUnknownIds(app.elena, [
      [holdChat, kept()],
      [holdUser, kept()],
    ]));

  test.each([
    ['nothing', {}, 'hold'],
    ['a text', { hold: 'true', reason: REASON }, 'hold'],
    ['no reason', { hold: true }, 'reason'],
    ['nine characters', { hold: true, reason: '123456789' }, 'reason'],
    ['nine that are seen', { hold: true, reason: ` 123456789${'\u200b'.repeat(9)} ` }, 'reason'],
    ['blanks', { hold: true, reason: ' '.repeat(20) }, 'reason'],
    ['over 500', { hold: true, reason: 'x'.repeat(501) }, 'reason'],
    ['a number', { hold: true, reason: 1_234_567_890 }, 'reason'],
  ])('%s is refused', async (_, body, field) => {
    for (const path of [`/chats/${direct}/hold`, `/users/${cast.ana.uuid}/hold`]) {
      const { status, errors } = await app.elena.request('PUT', path, body);
      expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]]);
    }
    expect(await holds()).toEqual([]);
  });

  test('with ten characters and with 500', async () => {
    for (const reason of ['1234567890', 'Motivo n.1', 'ñ'.repeat(500)]) {
      expect((await onChat(direct, kept(reason))).content.reason).toBe(reason);
    }
  });
});

test('is closed to all but administrators, and nobody concerned sees anything of it', async () => {
  const mario = await registerManager(app, 'mario', cast.ventas);
  const routes = [holdChat, holdUser, listHolds];
  await expectClosedTo(app, routes, [cast.ana, cast.diego, mario]);
  await sendText(cast.ana, direct, 'hola');
  const seen = async () => [
    (await cast.ana.call(listOwnGroups, {})).content,
    (await mario.call(listUsers, {})).content,
    (await cast.ana.call(listChats, {})).content,
  ];
  const before = await seen();
  await onChat(direct, kept());
  await onUser(cast.ana.uuid, kept());
  expect(await seen()).toEqual(before);
});

test('is closed to administrators who do not supervise, and open with SUPERVISION=off', async () => {
  const fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
  const person = { firstName: 'Fina', lastName: 'Prueba', email: fina.email };
  const params = { userId: fina.uuid };
  const body = { ...person, supervisor: false, currentPassword: PASSWORD };
  expect((await app.elena.call(updateUser, { params, body })).status).toBe(200);
  expect((await fina.call(listHolds, {})).status).toBe(403);
  for (const path of [`/chats/${direct}/hold`, `/users/${cast.ana.uuid}/hold`]) {
    expect((await fina.request('PUT', path, kept())).status).toBe(403);
  }
  Object.assign(app.ctx.config, { supervision: 'off' });
  app.ctx.sessions.refresh('all');
  expect((await onChat(direct, kept())).status).toBe(200);
  expect(await holds()).toHaveLength(1);
  Object.assign(app.ctx.config, { supervision: 'on' });
  app.ctx.sessions.refresh('all');
});

test('people who hold at once leave one hold', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => onUser(cast.bruno.uuid, kept())));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await holds()).toHaveLength(1);
});
