import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listGroupChats } from '@chat/contract/chats';
import { listMessages } from '@chat/contract/messages';
import {
  getOwnNotifications,
  getPushKey,
  setChatNotifications,
  setOwnNotifications,
} from '@chat/contract/notifications';
import { getWorkingHours, setWorkingHours } from '@chat/contract/offices';
import { listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast } from '../../test/cast.ts';
import type { Client } from '../../test/client.ts';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { invite } from '../../test/invitations.ts';
import { makeDue, schedule } from '../../test/scheduled.ts';
import { sql } from '../db/database.ts';
import { backup, restore } from './backup.ts';

const patiently = { timeout: 120_000 };
const hours = {
  timezone: 'Europe/Madrid',
  days: [{ day: 1, from: '09:00', to: '18:00' }],
  holidays: ['2027-01-06'],
};

let folder: string;
let source: Installation;
let target: Installation;
let app: TestApp;
let restored: TestApp;
let cast: Cast;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-backups-'));
  source = await createInstallation({ database: 'migrated' });
  target = await createInstallation();
  app = await source.start();
  cast = await gatherCast(app);
  const { ana, bruno, ventasChat } = cast;
  await schedule(ana, ventasChat, 'para después', { mentionedUserIds: [bruno.uuid] });
  const muted = { mode: 'mentions' as const, until: null };
  await bruno.call(setChatNotifications, { params: { chatId: ventasChat }, body: muted });
  await bruno.call(setOwnNotifications, { body: { outsideHours: true } });
  await app.elena.call(setWorkingHours, { body: hours });
  await invite(app.elena, bruno.uuid);
  const file = join(folder, 'todo.tar');
  expect(await source.run(backup, '--to', file)).toMatchObject({ code: 0 });
  expect(await target.run(restore, file)).toMatchObject({ code: 0 });
  restored = await target.start();
}, patiently.timeout);
afterAll(async () => {
  await Promise.all([app.close(), restored.close()]);
  await Promise.all([source.remove(), target.remove()]);
  await rm(folder, { recursive: true });
});

const stateOf = async (server: TestApp, ana: Client, bruno: Client) => ({
  scheduled: (await ana.call(listScheduled, {})).content,
  lists: (await bruno.call(listGroupChats, { params: { groupId: cast.ventas.uuid } })).content.map(
    ({ chatUuid, notifications }) => ({ chatUuid, notifications }),
  ),
  hours: (await server.elena.call(getWorkingHours, {})).content,
  choice: (await bruno.call(getOwnNotifications, {})).content.outsideHours,
  key: (await bruno.call(getPushKey, {})).content,
});

test('a restored copy has what waits to be sent, mutes, hours, own choices, and the key of pushes', async () => {
  const ana = await restored.signIn(cast.ana.email);
  const bruno = await restored.signIn(cast.bruno.email);
  const before = await stateOf(app, cast.ana, cast.bruno);
  expect(before).toMatchObject({ hours, choice: true, scheduled: [{ content: 'para después' }] });
  expect(await stateOf(restored, ana, bruno)).toEqual(before);
});

test('and invites nobody: an invitation may have been used since', async () => {
  const left = await restored.ctx.db.many(sql`select user_id from invitations`);
  expect(left).toEqual([]);
});

test('what waited is sent there at its time', async () => {
  const ana = await restored.signIn(cast.ana.email);
  const [waiting] = (await ana.call(listScheduled, {})).content;
  await makeDue(restored, { uuid: waiting?.uuid ?? '' });
  const newest = async () =>
    (await ana.call(listMessages, { params: { chatId: cast.ventasChat } })).content.at(-1);
  await expect.poll(newest).toMatchObject({
    uuid: waiting?.uuid,
    content: 'para después',
    mentions: [{ uuid: cast.bruno.uuid }],
  });
});
