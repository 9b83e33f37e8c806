import { listAuditEvents } from '@chat/contract/audit';
import { getPersonalChat } from '@chat/contract/chats';
import { deleteGroup } from '@chat/contract/groups';
import {
  getAvailability,
  getOwnNotifications,
  setOwnNotifications,
} from '@chat/contract/notifications';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chained } from '../../../test/audit-chain.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, directChatOf, groupChatOf, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import {
  EVERY_DAY,
  hoursOn,
  officeOf,
  setCompanyHours,
  setOfficeHours,
  spanFromNow,
} from '../../../test/working-hours.ts';
import { NOBODY } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => setCompanyHours(app, null));
afterAll(() => app.close());

let people = 0;
const newPerson = () => registerPerson(app, `persona-${++people}`);
const own = async (client: Client) => (await client.call(getOwnNotifications, {})).content;
const choose = (client: Client, outsideHours: boolean) =>
  client.call(setOwnNotifications, { body: { outsideHours } });
const availability = (client: Client, chatId: string) =>
  client.call(getAvailability, { params: { chatId } });

const now = spanFromNow(-2, 2);
const later = spanFromNow(3, 5);
const always = { outsideHours: false, inside: true, until: null };
const within = { outsideHours: false, inside: true, until: now.to };
const before = { outsideHours: false, inside: false, until: later.from };

describe("a person's hours", () => {
  test('without any are always', async () => {
    const ana = await newPerson();
    expect(await own(ana)).toEqual(always);
  });

  test("are the company's where they are in no group with an office", async () => {
    const ana = await newPerson();
    await createGroupOf(app, `Sin oficina ${people}`, [ana]);
    await setCompanyHours(app, now.hours);
    expect(await own(ana)).toEqual(within);
    await setCompanyHours(app, later.hours);
    expect(await own(ana)).toEqual(before);
  });

  test("are their office's where it has hours, else the company's", async () => {
    const ana = await newPerson();
    const { officeId } = await officeOf(app, [ana]);
    await setCompanyHours(app, now.hours);
    expect(await own(ana)).toEqual(within);
    await setOfficeHours(app, officeId, later.hours);
    expect(await own(ana)).toEqual(before);
    await setCompanyHours(app, null);
    expect(await own(ana)).toEqual(before);
    await setOfficeHours(app, officeId, null);
    expect(await own(ana)).toEqual(always);
  });

  test("are the union of all their groups' offices", async () => {
    const ana = await newPerson();
    const one = await officeOf(app, [ana]);
    const other = await officeOf(app, [ana]);
    await setCompanyHours(app, now.hours);
    await setOfficeHours(app, one.officeId, spanFromNow(3, 4).hours);
    // The other one has the company's.
    expect(await own(ana)).toEqual(within);
    await setOfficeHours(app, other.officeId, spanFromNow(2, 3).hours);
    expect(await own(ana)).toEqual({ ...before, until: spanFromNow(2, 3).from });
    await setOfficeHours(app, other.officeId, spanFromNow(-1, 3).hours);
    // The two spans touch.
    expect(await own(ana)).toEqual({ ...within, until: spanFromNow(3, 4).to });
  });

  test('follow them into a group, out of it, and when it is deleted', async () => {
    const ana = await newPerson();
    await setCompanyHours(app, now.hours);
    const { officeId, group } = await officeOf(app, []);
    await setOfficeHours(app, officeId, later.hours);
    expect(await own(ana)).toEqual(within);
    const path = `/groups/${group.uuid}/users`;
    await app.elena.request('POST', path, { userIds: [ana.uuid] });
    expect(await own(ana)).toEqual(before);
    await app.elena.request('DELETE', `${path}/${ana.uuid}`);
    expect(await own(ana)).toEqual(within);
    await app.elena.request('POST', path, { userIds: [ana.uuid] });
    expect(await own(ana)).toEqual(before);
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    expect(await own(ana)).toEqual(within);
  });

  test('that change in more than 14 days tell no `until`, inside or outside', async () => {
    const ana = await newPerson();
    await setCompanyHours(app, hoursOn(EVERY_DAY, '00:00', '24:00'));
    expect(await own(ana)).toEqual(always);
    const holidays = Array.from({ length: 20 }, (_, day) =>
      new Date(Date.now() + (day - 1) * 86_400_000).toISOString().slice(0, 10),
    );
    await setCompanyHours(app, { ...hoursOn(EVERY_DAY, '00:00', '24:00'), holidays });
    expect(await own(ana)).toEqual({ outsideHours: false, inside: false, until: null });
  });
});

describe('the own choice', () => {
  test('is false until it is made, and can be changed at any time', async () => {
    const [ana, bruno] = [await newPerson(), await newPerson()];
    await setCompanyHours(app, later.hours);
    for (const choice of [true, true, false, true, false, false]) {
      const reply = await choose(ana, choice);
      expect(reply).toMatchObject({ status: 200, content: { ...before, outsideHours: choice } });
      expect(await own(ana)).toEqual({ ...before, outsideHours: choice });
    }
    await choose(ana, true);
    expect(await own(bruno)).toEqual(before);
  });

  test('stands in nothing that anybody else reads, not even in the audit', async () => {
    const [ana, bruno] = [await newPerson(), await newPerson()];
    const group = await createGroupOf(app, `Elección ${people}`, [ana, bruno]);
    const chat = await directChatOf(ana, bruno, group);
    const paths = [
      '/users',
      '/users?page=1&size=200',
      `/users/search?email=${ana.email}`,
      '/users/me',
      `/groups/${group.uuid}/users`,
      `/groups/${group.uuid}/chats`,
      `/chats/${chat}`,
      `/chats/${chat}/availability`,
      '/admin/audit-events',
      '/admin/devices',
    ];
    const reading = () =>
      Promise.all(
        [app.elena, bruno].flatMap((reader) =>
          paths.map(async (path) => {
            const { status, content } = await reader.request('GET', path);
            return [path, status, content];
          }),
        ),
      );
    // The first reading of a chat is recorded.
    await reading();
    await chained(app.ctx.db);
    const unchosen = await reading();
    await choose(ana, true);
    expect(await reading()).toEqual(unchosen);
    const audit = await app.elena.call(listAuditEvents, { query: { userId: ana.uuid } });
    expect(audit.content.map(({ action }) => action)).toEqual([
      'PARTICIPANT_ADDED',
      'SIGN_IN',
      'PARTICIPANT_ADDED',
      'USER_CREATED',
    ]);
  });

  test('is set by nobody else', async () => {
    const ana = await newPerson();
    for (const path of [
      `/users/${ana.uuid}/notifications`,
      `/users/${ana.user.id}/notifications`,
    ]) {
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { outsideHours: true } : undefined;
        expect((await app.elena.request(method, path, body)).status).toBe(404);
      }
    }
  });

  test.each([
    [{}],
    [{ outsideHours: 'true' }],
    [{ outsideHours: 1 }],
    [{ outsideHours: null }],
    [[]],
  ])('of %j is 422', async (body) => {
    const reply = await app.elena.request('PUT', '/users/me/notifications', body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([expect.stringMatching(/^(outsideHours|body)$/)]);
  });

  test('of a deleted person is forgotten', async () => {
    const ana = await newPerson();
    await choose(ana, true);
    await app.elena.request('DELETE', `/users/${ana.uuid}`);
    const { count } = await app.ctx.db.one<{ count: number }>(sql`
      select count(*) from notified_outside_hours c join users u on u.id = c.user_id where u.uuid = ${ana.uuid}`);
    expect(count).toBe(0);
  });
});

describe('availability', () => {
  test("of a direct chat tells whether the other one's hours have to begin, and when", async () => {
    const [ana, bruno] = [await newPerson(), await newPerson()];
    const { officeId, group } = await officeOf(app, [bruno, ana]);
    const chat = await directChatOf(ana, bruno, group);
    const free = { outside: false, until: null };
    expect(await availability(ana, chat)).toMatchObject({ status: 200, content: free });
    await setOfficeHours(app, officeId, now.hours);
    expect((await availability(ana, chat)).content).toEqual(free);
    await setOfficeHours(app, officeId, later.hours);
    // Ana is in another office, too, where she is inside.
    const elsewhere = await officeOf(app, [ana]);
    await setOfficeHours(app, elsewhere.officeId, now.hours);
    expect((await availability(ana, chat)).content).toEqual({ outside: true, until: later.from });
    expect((await availability(bruno, chat)).content).toEqual(free);
    // The span may pass midnight: a holiday takes the part of its own day.
    const days = [...new Set([now.from, now.to].map((time) => time.slice(0, 10)))];
    const rare = {
      ...now.hours,
      holidays: days.flatMap((day) => [0, 1, 2, 3].map((week) => dayAfter(day, week * 7))),
    };
    await setOfficeHours(app, officeId, rare);
    expect((await availability(ana, chat)).content).toEqual({ outside: true, until: null });
  });

  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

  test('is the same for people who chose to be notified outside their hours', async () => {
    const [ana, bruno] = [await newPerson(), await newPerson()];
    const group = await createGroupOf(app, `Iguales ${people}`, [ana, bruno]);
    const chat = await directChatOf(ana, bruno, group);
    for (const hours of [later.hours, now.hours, null]) {
      await setCompanyHours(app, hours);
      const { headers: _, ...unchosen } = await availability(ana, chat);
      await choose(bruno, true);
      expect(await availability(ana, chat)).toMatchObject(unchosen);
      await choose(bruno, false);
    }
  });

  test('of group and personal chats is always', async () => {
    const [ana, bruno] = [await newPerson(), await newPerson()];
    const { group } = await officeOf(app, [ana, bruno]);
    await setCompanyHours(app, later.hours);
    const personal = await ana.call(getPersonalChat, {});
    for (const chat of [await groupChatOf(ana, group), personal.content.uuid]) {
      expect((await availability(ana, chat)).content).toEqual({ outside: false, until: null });
    }
  });

  test('is for members: outsiders, administrators and who was removed get 404', async () => {
    const [ana, bruno, carla] = [await newPerson(), await newPerson(), await newPerson()];
    const group = await createGroupOf(app, `Ajenos ${people}`, [ana, bruno, carla]);
    const direct = await directChatOf(ana, bruno, group);
    const personal = await ana.call(getPersonalChat, {});
    for (const client of [carla, app.elena, await newPerson()]) {
      expect((await availability(client, direct)).status).toBe(404);
      expect((await availability(client, personal.content.uuid)).status).toBe(404);
    }
    expect((await availability(app.elena, await groupChatOf(ana, group))).status).toBe(404);
    for (const id of [NOBODY, 'no-es-un-uuid']) {
      expect((await availability(ana, id)).status).toBe(404);
    }
    await app.elena.request('DELETE', `/groups/${group.uuid}/users/${ana.uuid}`);
    expect((await availability(ana, direct)).status).toBe(404);
    expect((await availability(bruno, direct)).status).toBe(200);
  });

  test('of somebody blocked is as before; of somebody deleted nothing is told', async () => {
    const [ana, bruno] = [await newPerson(), await newPerson()];
    const group = await createGroupOf(app, `Idos ${people}`, [ana, bruno]);
    const chat = await directChatOf(ana, bruno, group);
    await setCompanyHours(app, later.hours);
    const outside = { outside: true, until: later.from };
    await app.elena.request('POST', `/users/${bruno.uuid}/block`);
    expect((await availability(ana, chat)).content).toEqual(outside);
    await app.elena.request('DELETE', `/users/${bruno.uuid}`);
    expect(await availability(ana, chat)).toMatchObject({
      status: 200,
      content: { outside: false, until: null },
    });
  });
});
