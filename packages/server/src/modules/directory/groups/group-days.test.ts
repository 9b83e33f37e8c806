import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { type Group, listGroups, listOwnGroups, setGroupRetention } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { listNotices } from '@chat/contract/system';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../../test/admin-command.ts';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  makeManager,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds } from '../../../../test/wrong-values.ts';
import { runCommand } from '../../../commands/admin/operations.ts';
import { sql } from '../../../db/database.ts';
import { removeAgedMessages } from '../../chat/retention/retention.actions.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let cast: Cast;
let obras: Group;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  obras = await createGroupOf(app, 'Obras', [cast.ana, cast.bruno]);
});
beforeEach(async () => {
  await setDays(cast.ventas, null);
  await setDays(obras, null);
  await app.ctx.db.run(sql`delete from retention`);
  await app.ctx.db.run(sql`
    update clock set trusted_at = null, looked_at = null, doubted_since = null, steady_ms = 0`);
});
afterAll(() => app.close());

const setDays = (group: Group, days: number | null, client: Client = app.elena) =>
  client.call(setGroupRetention, { params: { groupId: group.uuid }, body: { days } });

/** A context whose setting is this. */
const withSetting = (retentionDays: number | undefined) =>
  Object.assign(Object.create(app.ctx), { config: { ...app.ctx.config, retentionDays } });
const runRound = (retentionDays?: number, now = new Date()) =>
  removeAgedMessages(withSetting(retentionDays), now);

/** A message from so many days ago in a chat of its own text. */
async function sendAged(chatId: string, daysAgo: number): Promise<void> {
  const { content } = await sendText(cast.ana, chatId, `de hace ${daysAgo} días`);
  const { uuid } = required(content[0], 'sent');
  await app.ctx.db.run(sql`
    update messages set created_at = now() - make_interval(secs => ${daysAgo * 86_400}::float8) where uuid = ${uuid}`);
}

/** The entries of this action from now on, oldest first. */
async function recordedFrom(action: 'RETENTION_SET' | 'RETENTION_RUN') {
  const before = (await auditEvents(app.elena, { action })).length;
  return async () =>
    (await auditEvents(app.elena, { action })).slice(0, -before || undefined).reverse();
}

const contents = async (chatId: string) =>
  (await cast.ana.call(listMessages, { params: { chatId } })).content.map(({ content }) => content);

const generalOf = async (person: Client) => {
  const { content } = await person.call(listOwnGroups, {});
  return required(
    content.find(({ name }) => name === 'GENERAL'),
    'GENERAL',
  );
};

/** Chats with a message of ten days and one of two in each; gives what is left in them. Two people share two groups. */
async function someChats() {
  const { content: personal } = await cast.ana.call(getPersonalChat, {});
  const chats = {
    ventas: cast.ventasChat,
    direct: await directChatOf(cast.ana, cast.bruno, cast.ventas),
    obras: await groupChatOf(cast.ana, obras),
    directObras: await directChatOf(cast.ana, cast.bruno, obras),
    general: await groupChatOf(cast.ana, await generalOf(cast.ana)),
    personal: personal.uuid,
  };
  await app.ctx.db.run(sql`update messages set created_at = '2001-01-01'`);
  await runCommand(withSetting(1), adminCommand('retention', 'run'));
  for (const chatId of Object.values(chats)) {
    await sendAged(chatId, 10);
    await sendAged(chatId, 2);
  }
  return async () => {
    const left = [];
    for (const [name, chatId] of Object.entries(chats)) {
      left.push([name, (await contents(chatId)).length]);
    }
    return Object.fromEntries(left);
  };
}

describe('PUT /groups/{id}/retention', () => {
  test('sets the days, fractions included, and null takes them off; the answer says the same', async () => {
    for (const days of [0.5, 0.0001, 36_500, 7, null]) {
      const { status, content } = await setDays(cast.ventas, days);
      expect([status, content]).toEqual([200, { days }]);
      const listed = (await app.elena.call(listGroups, {})).content;
      const shown = listed.find(({ uuid }) => uuid === cast.ventas.uuid);
      expect(shown?.retentionDays).toBe(days);
    }
  });

  test.each([
    ['nothing', {}],
    ['zero', { days: 0 }],
    ['less', { days: -1 }],
    ['over a hundred years', { days: 36_500.1 }],
    ['a list', { days: [30] }],
    ['a text', { days: '30' }],
    ['a truth', { days: true }],
  ])('%s is refused', async (_, body) => {
    const path = `/groups/${cast.ventas.uuid}/retention`;
    const { status, errors } = await app.elena.request('PUT', path, body);
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['days']]);
  });

  test('a number beyond all numbers is refused, and so is what is none', async () => {
    for (const [days, wrong] of [
      ['1e999', 422],
      ['NaN', 400],
    ]) {
      const { status } = await fetch(`${app.url}/api/groups/${cast.ventas.uuid}/retention`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${app.elena.token}`, 'content-type': 'application/json' },
        body: `{"days":${days}}`,
      });
      expect([days, status]).toEqual([days, wrong]);
    }
  });

  test('only administrators see them, and an id that names no group is 404', async () => {
    await setDays(cast.ventas, 30);
    await makeManager(app, cast.bruno, cast.ventas);
    for (const route of [listGroups, listOwnGroups]) {
      const { content } = await cast.bruno.call(route, {});
      expect(content.map((group) => 'retentionDays' in group)).not.toContain(true);
    }
    await expectUnknownIds(app.elena, [[setGroupRetention, { days: 1 }]]);
  });

  test('each change is recorded, and a repeat is none', async () => {
    const recorded = await recordedFrom('RETENTION_SET');
    await setDays(cast.ventas, 30);
    await setDays(cast.ventas, 30);
    await setDays(cast.ventas, null);
    expect(await recorded()).toMatchObject([
      { action: 'RETENTION_SET', groupName: 'Ventas', actorEmail: app.elena.email, detail: '30' },
      { action: 'RETENTION_SET', groupName: 'Ventas', actorEmail: app.elena.email, detail: null },
    ]);
  });
});

const all = (count: number) => ({
  ventas: count,
  direct: count,
  obras: count,
  directObras: count,
  general: count,
  personal: count,
});

describe('the days of a group', () => {
  test('hold for its chat and its direct chats, without any setting', async () => {
    const left = await someChats();
    await setDays(cast.ventas, 5);
    await runRound();
    expect(await left()).toEqual({
      ...all(2),
      ventas: 1,
      direct: 1,
    });
  });

  test('of GENERAL hold for it alone', async () => {
    const left = await someChats();
    const general = await generalOf(cast.ana);
    expect((await setDays(general, 5)).status).toBe(200);
    await runRound();
    await setDays(general, null);
    expect(await left()).toEqual({ ...all(2), general: 1 });
  });

  test('and the setting: the shorter counts', async () => {
    const left = await someChats();
    await setDays(cast.ventas, 1);
    await setDays(obras, 100);
    await runRound(5);
    expect(await left()).toEqual({ ...all(1), ventas: 0, direct: 0 });
  });

  test('of a deleted group hold on', async () => {
    const left = await someChats();
    const group = await createGroupOf(app, 'Efímero', [cast.ana]);
    const chatId = await groupChatOf(cast.ana, group);
    await sendAged(chatId, 10);
    await setDays(group, 5);
    await app.elena.request('DELETE', `/groups/${group.uuid}`);
    await runRound();
    const rows = await app.ctx.db.many(sql`
      select from messages m join chats c on c.id = m.chat_id where c.uuid = ${chatId}`);
    expect(rows).toEqual([]);
    expect(await left()).toEqual(all(2));
  });

  test('remove nothing by a clock that made a leap, nor more than a day may take', async () => {
    const left = await someChats();
    await setDays(cast.ventas, 5);
    await runRound(undefined, new Date(Date.now() - DAY_MS));
    await runRound(undefined, new Date(Date.now() + 365 * DAY_MS));
    expect(await left()).toMatchObject({ ventas: 2, direct: 2 });
    expect((await app.elena.call(listNotices, {})).content).toMatchObject([
      { kind: 'RETENTION_HELD_BY_CLOCK', messages: 4 },
    ]);
    await app.ctx.db.run(sql`
      update retention set day_began_at = now(), allowed = 1, removed = 0`);
    await runRound();
    expect((await app.elena.call(listNotices, {})).content).toMatchObject([
      { kind: 'RETENTION_HELD_BY_LIMIT', messages: 1 },
    ]);
    await setDays(cast.ventas, null);
    await runRound();
    expect((await app.elena.call(listNotices, {})).content).toEqual([]);
  });
});

test('a round that removed something is recorded with the number, by order too; others are not', async () => {
  const left = await someChats();
  const recorded = await recordedFrom('RETENTION_RUN');
  await runRound();
  await setDays(cast.ventas, 5);
  await runRound();
  await runRound();
  await sendAged(await groupChatOf(cast.ana, obras), 0);
  await setDays(obras, 1);
  await runCommand(app.ctx, adminCommand('retention', 'run'));
  expect(await left()).toMatchObject({ ventas: 1, obras: 1 });
  expect(await recorded()).toMatchObject([
    { detail: '2', actorEmail: null },
    { detail: '4', actorEmail: null },
  ]);
});
