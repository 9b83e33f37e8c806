import { listGroupChats } from '@chat/contract/chats';
import {
  getOwnNotifications,
  setChatNotifications,
  setOwnNotifications,
} from '@chat/contract/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroupOf, groupChatOf, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { hoursOn, officeOf, setCompanyHours, setOfficeHours } from '../../../test/working-hours.ts';

let processes: Processes;
let ana: Client;
let live: LiveClient;
beforeAll(async () => {
  processes = await startProcesses();
  ana = await registerPerson(processes.one, 'ana');
  live = await at(processes.other, ana).connect();
});
afterAll(async () => {
  live.close();
  await processes.close();
});

const WHEN = new Date('2026-11-24T10:00:00Z');
/** As the other process has it in memory. */
const known = async () =>
  (await processes.other.ctx.workingHours.statusOf([ana.user.id], WHEN)).get(ana.user.id);

/** Runs at the first process; afterwards the other one has heard of it. */
async function changed(change: () => Promise<unknown>): Promise<void> {
  live.forget();
  await change();
  await live.waitFor('notifications:changed');
}

test('what one process changes, the others know as soon as their people hear of it', async () => {
  const { one, other } = processes;
  expect(await known()).toEqual({ inside: true, until: null, outsideHours: false });
  await changed(() => setCompanyHours(one, hoursOn([3], '09:00', '17:00')));
  expect((await known())?.inside).toBe(false);
  await changed(() => ana.call(setOwnNotifications, { body: { outsideHours: true } }));
  expect((await known())?.outsideHours).toBe(true);
  const { content } = await at(other, ana).call(getOwnNotifications, {});
  expect(content.outsideHours).toBe(true);
  const { officeId, group } = await officeOf(one, []);
  await setOfficeHours(one, officeId, hoursOn([2], '09:00', '17:00'));
  const path = `/groups/${group.uuid}/users`;
  await changed(() => one.elena.request('POST', path, { userIds: [ana.uuid] }));
  expect((await known())?.inside).toBe(true);
  await changed(() => setOfficeHours(one, officeId, hoursOn([4], '09:00', '17:00')));
  expect((await known())?.inside).toBe(false);
  await changed(() => one.elena.request('DELETE', `/groups/${group.uuid}`));
  expect((await known())?.until).toEqual(new Date('2026-11-25T09:00:00Z'));
});

test('a mute is told and listed by every process', async () => {
  const { one, other } = processes;
  const group = await createGroupOf(one, 'Silencio', [ana]);
  const chatId = await groupChatOf(ana, group);
  const there = at(other, ana);
  const listed = async () =>
    (await there.call(listGroupChats, { params: { groupId: group.uuid } })).content[0];
  for (let read = 0; read < 3; read++) expect((await listed())?.notifications.mode).toBe('all');
  await ana.call(setChatNotifications, { params: { chatId }, body: { mode: 'none' } });
  expect((await listed())?.notifications).toEqual({ mode: 'none', until: null });
  expect(await live.waitFor('chat:notifications')).toEqual({ chatId, mode: 'none', until: null });
});

test('while processes cannot reach each other, nothing in memory is trusted', async () => {
  const { one, other, redis } = processes;
  await changed(() => setCompanyHours(one, null));
  expect((await known())?.inside).toBe(true);
  await redis.stop();
  while (!other.ctx.realtime.isPartitioned()) await live.fence();
  await setCompanyHours(one, hoursOn([3], '09:00', '17:00'));
  expect((await known())?.inside).toBe(false);
});
