import { setOwnNotifications } from '@chat/contract/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { noteStatements } from '../../../test/plans.ts';
import {
  EVERY_DAY,
  hoursOn,
  officeOf,
  setCompanyHours,
  setOfficeHours,
} from '../../../test/working-hours.ts';

let app: TestApp;
let ana: Client;
let bruno: Client;
beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  bruno = await registerPerson(app, 'bruno');
});
beforeEach(() => setCompanyHours(app, null));
afterAll(() => app.close());

const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const hours = hoursOn([2], '09:00', '17:00');
const status = async (person: Client, when?: Date) =>
  (await app.ctx.workingHours.statusOf([person.user.id], when)).get(person.user.id);

const SOURCES = /working_hours/;

/** How many statements about hours reach the database meanwhile. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  let reads = 0;
  const { many } = app.ctx.db;
  app.ctx.db.many = (query) => {
    if (SOURCES.test(query.text)) reads++;
    return many(query);
  };
  await work();
  app.ctx.db.many = many;
  return reads;
}

test('who is inside, and until when, is told for any moment', async () => {
  await setCompanyHours(app, hours);
  for (const [when, inside, until] of [
    ['24T08:59', false, '24T09:00'],
    ['24T09:00', true, '24T17:00'],
    ['24T16:59', true, '24T17:00'],
    ['24T17:00', false, '30T00:00'],
    // Long ago, and back again.
    ['03T12:00', true, '03T17:00'],
    ['25T00:00', false, '30T00:00'],
  ] as const) {
    const next = until === '30T00:00' ? new Date('2026-12-01T09:00:00Z') : at(until);
    expect(await status(ana, at(when))).toEqual({ inside, until: next, outsideHours: false });
  }
});

test('`until` is told up to 14 days ahead, to the minute', async () => {
  const holidays = ['2026-12-01', '2026-12-08'];
  await setCompanyHours(app, { ...hours, holidays });
  // The next hours begin on 15 December at 09:00.
  const next = new Date('2026-12-15T09:00:00Z');
  expect((await status(ana, new Date('2026-12-01T09:00:00Z')))?.until).toEqual(next);
  expect((await status(ana, new Date('2026-12-01T08:59:00Z')))?.until).toBeNull();
});

test('asked about often, people are read once', async () => {
  await setCompanyHours(app, hours);
  const people = [ana.user.id, bruno.user.id];
  const statuses = () => app.ctx.workingHours.statusOf(people);
  expect(await readsDuring(statuses)).toBe(1);
  const asking = async () => {
    for (let time = 0; time < 50; time++) await statuses();
    await app.ctx.workingHours.statusOf([bruno.user.id], at('24T10:00'));
  };
  expect(await readsDuring(asking)).toBe(0);
  const carla = await registerPerson(app, 'carla');
  expect(await readsDuring(() => app.ctx.workingHours.statusOf([...people, carla.user.id]))).toBe(
    1,
  );
});

test('one statement reads everybody who is not known yet, however many', async () => {
  app.ctx.workingHours.evictAll();
  const everybody = Array.from({ length: 5_000 }, (_, id) => id);
  const noted = noteStatements(app.ctx.db, SOURCES);
  const statuses = await app.ctx.workingHours.statusOf(everybody);
  expect(noted()).toHaveLength(1);
  expect(statuses.get(ana.user.id)).toMatchObject({ inside: true });
  expect(statuses.get(4_999)).toBeUndefined();
});

test('every change is known at once', async () => {
  const when = at('24T10:00');
  const inside = async () => (await status(ana, when))?.inside;
  expect(await inside()).toBe(true);
  await setCompanyHours(app, hoursOn([1], '09:00', '17:00'));
  expect(await inside()).toBe(false);
  await setCompanyHours(app, hours);
  expect(await inside()).toBe(true);
  const { officeId, group } = await officeOf(app, []);
  await setOfficeHours(app, officeId, hoursOn([3], '09:00', '17:00'));
  expect(await inside()).toBe(true);
  const path = `/groups/${group.uuid}/users`;
  await app.elena.request('POST', path, { userIds: [ana.uuid] });
  expect(await inside()).toBe(false);
  await setOfficeHours(app, officeId, hours);
  expect(await inside()).toBe(true);
  await setOfficeHours(app, officeId, hoursOn([3], '09:00', '17:00'));
  expect(await inside()).toBe(false);
  await app.elena.request('DELETE', `${path}/${ana.uuid}`);
  expect(await inside()).toBe(true);
  await app.elena.request('POST', path, { userIds: [ana.uuid] });
  expect(await inside()).toBe(false);
  await app.elena.request('DELETE', `/groups/${group.uuid}`);
  expect(await inside()).toBe(true);
  await ana.call(setOwnNotifications, { body: { outsideHours: true } });
  expect((await status(ana, when))?.outsideHours).toBe(true);
  await ana.call(setOwnNotifications, { body: { outsideHours: false } });
  expect((await status(ana, when))?.outsideHours).toBe(false);
});

test('a group without office changes nothing', async () => {
  await setCompanyHours(app, hours);
  const before = await status(ana, at('24T10:00'));
  await createGroupOf(app, 'Sin oficina', [ana]);
  expect(await status(ana, at('24T10:00'))).toEqual(before);
});

test('what was read before a change is not remembered after it', async () => {
  await setCompanyHours(app, hoursOn(EVERY_DAY, '00:00', '24:00'));
  app.ctx.workingHours.evictAll();
  const { many } = app.ctx.db;
  let answered = () => {};
  const change = new Promise<void>((resolve) => {
    answered = resolve;
  });
  app.ctx.db.many = async <Row>(query: Parameters<typeof many>[0]) => {
    const rows = await many<Row>(query);
    if (SOURCES.test(query.text)) await change;
    return rows;
  };
  const late = status(ana, at('24T20:00'));
  app.ctx.db.many = many;
  await setCompanyHours(app, hours);
  answered();
  expect((await late)?.inside).toBe(true);
  expect((await status(ana, at('24T20:00')))?.inside).toBe(false);
});
