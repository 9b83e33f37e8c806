import {
  deleteOffice,
  getOfficeWorkingHours,
  getWorkingHours,
  previewWorkingHours,
  setOfficeWorkingHours,
} from '@chat/contract/offices';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, registerManager } from '../../../test/cast.ts';
import {
  EVERY_DAY,
  hoursOn,
  officeOf,
  setCompanyHours,
  setOfficeHours,
} from '../../../test/working-hours.ts';
import { expectUnknownIds, NOBODY } from '../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterEach(() => setCompanyHours(app, null));
afterAll(() => app.close());

const companyHours = async () => (await app.elena.call(getWorkingHours, {})).content;
const officeHours = async (officeId: string) =>
  (await app.elena.call(getOfficeWorkingHours, { params: { officeId } })).content;
const preview = async (query: Record<string, string>) =>
  app.elena.call(previewWorkingHours, { query });

const madrid = {
  timezone: 'Europe/Madrid',
  // Unsorted, overlapping, twice the same, and past midnight: none of it is put in order.
  days: [
    { day: 5, from: '22:00', to: '06:00' },
    { day: 1, from: '09:00', to: '18:00' },
    { day: 1, from: '17:00', to: '24:00' },
    { day: 1, from: '09:00', to: '18:00' },
  ],
  holidays: ['2026-12-25', '2026-12-08', '2026-12-25'],
};

describe('hours', () => {
  test('are null until they are set: the company has always, an office the company its own', async () => {
    const { officeId } = await officeOf(app, []);
    expect(await companyHours()).toBeNull();
    expect(await officeHours(officeId)).toBeNull();
  });

  test('are answered as they were stored, and null takes them back', async () => {
    const { officeId } = await officeOf(app, []);
    expect(await setCompanyHours(app, madrid)).toMatchObject({ status: 200, content: madrid });
    expect(await companyHours()).toEqual(madrid);
    expect(await officeHours(officeId)).toBeNull();
    const canary = { ...hoursOn([2], '08:00', '15:00'), timezone: 'Atlantic/Canary' };
    expect((await setOfficeHours(app, officeId, canary)).content).toEqual(canary);
    expect((await setOfficeHours(app, officeId, madrid)).content).toEqual(madrid);
    expect(await officeHours(officeId)).toEqual(madrid);
    for (const _ of ['once', 'again']) {
      const reply = await setOfficeHours(app, officeId, null);
      expect(reply).toMatchObject({ status: 200, content: null });
      expect(await officeHours(officeId)).toBeNull();
      expect((await setCompanyHours(app, null)).status).toBe(200);
      expect(await companyHours()).toBeNull();
    }
  });

  test('that are set at once by many are those of one of them', async () => {
    const { officeId } = await officeOf(app, []);
    const all = EVERY_DAY.map((day) => hoursOn([day], '09:00', '17:00'));
    const replies = await Promise.all(all.map((hours) => setOfficeHours(app, officeId, hours)));
    expect(replies.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(all).toContainEqual(await officeHours(officeId));
  });

  test('go with their office', async () => {
    const { officeId, group } = await officeOf(app, []);
    await setOfficeHours(app, officeId, madrid);
    await app.elena.request('DELETE', `/groups/${group.uuid}`);
    const params = { officeId };
    expect((await app.elena.call(deleteOffice, { params })).status).toBe(200);
    expect((await app.elena.call(getOfficeWorkingHours, { params })).status).toBe(404);
    expect((await setOfficeHours(app, officeId, madrid)).status).toBe(404);
  });
});

describe('wrong hours are 422', () => {
  const good = hoursOn([1], '09:00', '18:00');
  const span = (more: object) => ({ ...good, days: [{ ...good.days[0], ...more }] });
  const texts = {
    timezone: 'Zona horaria no válida',
    day: 'El día va de 1 (lunes) a 7 (domingo)',
    from: 'La hora de inicio va de 00:00 a 23:59',
    to: 'La hora de fin va de 00:00 a 24:00',
    ends: 'La hora de fin debe ser distinta de la de inicio',
    spans: 'El horario tiene de 1 a 50 tramos',
    holidays: 'El horario tiene como máximo 400 festivos',
    holiday: 'El festivo no es una fecha válida',
  };
  const days = (count: number) => Array.from({ length: count }, () => good.days[0]);
  const dates = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    );

  test.each([
    ['an unknown zone', { ...good, timezone: 'Europe/Móstoles' }, 'timezone', texts.timezone],
    ['a shift for a zone', { ...good, timezone: '+01:00' }, 'timezone', texts.timezone],
    ['no zone', { ...good, timezone: undefined }, 'timezone', texts.timezone],
    ['an empty zone', { ...good, timezone: '' }, 'timezone', texts.timezone],
    ['day 0', span({ day: 0 }), 'days', texts.day],
    ['day 8', span({ day: 8 }), 'days', texts.day],
    ['half a day', span({ day: 1.5 }), 'days', texts.day],
    ['a named day', span({ day: 'lunes' }), 'days', texts.day],
    ['24:00 as beginning', span({ from: '24:00' }), 'days', texts.from],
    ['a time without minutes', span({ from: '9' }), 'days', texts.from],
    ['9:00', span({ from: '9:00' }), 'days', texts.from],
    ['60 minutes', span({ from: '09:60' }), 'days', texts.from],
    ['seconds', span({ to: '18:00:00' }), 'days', texts.to],
    ['24:01', span({ to: '24:01' }), 'days', texts.to],
    ['no end', span({ to: undefined }), 'days', texts.to],
    ['equal ends', span({ to: '09:00' }), 'days', texts.ends],
    ['no spans', { ...good, days: [] }, 'days', texts.spans],
    ['spans that are no list', { ...good, days: {} }, 'days', texts.spans],
    ['51 spans', { ...good, days: days(51) }, 'days', texts.spans],
    ['401 holidays', { ...good, holidays: dates(401) }, 'holidays', texts.holidays],
    ['no list of holidays', { ...good, holidays: undefined }, 'holidays', texts.holidays],
    [
      'a day that is in no calendar',
      { ...good, holidays: ['2026-02-29'] },
      'holidays',
      texts.holiday,
    ],
    ['a Spanish date', { ...good, holidays: ['25-12-2026'] }, 'holidays', texts.holiday],
    ['an instant', { ...good, holidays: ['2026-12-25T00:00:00Z'] }, 'holidays', texts.holiday],
  ])('a wrong field is told with its text: %s', async (_, body, field, text) => {
    const { officeId } = await officeOf(app, []);
    for (const path of ['/working-hours', `/offices/${officeId}/working-hours`]) {
      const reply = await app.elena.request('PUT', path, body);
      expect([reply.status, reply.errors]).toEqual([422, { [field]: [text] }]);
    }
    expect(await companyHours()).toBeNull();
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a list', []],
    ['a text', '"siempre"'],
    ['false', false],
  ])('anything but hours and null is refused: %s', async (_, body) => {
    await setCompanyHours(app, good);
    const reply = await app.elena.request('PUT', '/working-hours', body, {
      'content-type': 'application/json',
    });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).not.toEqual([]);
    expect(await companyHours()).toEqual(good);
  });

  test('50 spans and 400 holidays are taken', async () => {
    const hours = { ...good, days: days(50) as typeof good.days, holidays: dates(400) };
    expect((await setCompanyHours(app, hours)).content).toEqual(hours);
  });
});

describe('the preview', () => {
  const from = '2026-11-23T10:30:00.000Z';

  test('tells the spans as instants, joined where they touch, cut at both ends', async () => {
    await setCompanyHours(app, {
      timezone: 'Europe/Madrid',
      days: [
        { day: 1, from: '09:00', to: '14:00' },
        { day: 1, from: '14:00', to: '18:00' },
        { day: 3, from: '22:00', to: '14:00' },
      ],
      holidays: ['2026-11-30'],
    });
    expect((await preview({ from, days: '3' })).content).toEqual([
      { from, to: '2026-11-23T17:00:00.000Z' },
      { from: '2026-11-25T21:00:00.000Z', to: '2026-11-26T10:30:00.000Z' },
    ]);
    expect((await preview({ from })).content.at(-1)).toEqual({
      from: '2026-12-07T08:00:00.000Z',
      to: '2026-12-07T10:30:00.000Z',
    });
  });

  test('is 14 days from now unless asked otherwise, one span where it is always', async () => {
    const before = Date.now();
    const { content } = await preview({});
    expect(content).toHaveLength(1);
    const [begin, end] = [content[0]?.from, content[0]?.to].map((text) => Date.parse(text ?? ''));
    expect(begin).toBeGreaterThanOrEqual(before);
    expect(begin).toBeLessThanOrEqual(Date.now());
    expect((end ?? 0) - (begin ?? 0)).toBe(14 * 86_400_000);
  });

  test("is the company's, or an office's as it is in force", async () => {
    const { officeId } = await officeOf(app, []);
    await setCompanyHours(app, hoursOn([1], '09:00', '18:00'));
    const company = (await preview({ from, days: '1' })).content;
    expect(company).toEqual([{ from, to: '2026-11-23T18:00:00.000Z' }]);
    expect((await preview({ from, days: '1', officeId })).content).toEqual(company);
    await setOfficeHours(app, officeId, hoursOn([2], '08:00', '09:00'));
    expect((await preview({ from, days: '1', officeId })).content).toEqual([
      { from: '2026-11-24T08:00:00.000Z', to: '2026-11-24T09:00:00.000Z' },
    ]);
  });

  test('of 31 days begins at any instant', async () => {
    const reply = await preview({ from: '2026-03-01T00:00:00+01:00', days: '31' });
    expect(reply.content).toEqual([
      { from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T23:00:00.000Z' },
    ]);
  });

  test.each([
    ['days', '0'],
    ['days', '32'],
    ['days', '-1'],
    ['days', '1.5'],
    ['days', 'siete'],
    ['from', 'hoy'],
    ['from', '2026-11-23'],
    ['from', '0001-01-01T00:00:00Z'],
    ['from', '9999-12-31T23:59:59Z'],
  ])('with %s %s is 422', async (field, value) => {
    expect((await preview({ [field]: value })).errors).toHaveProperty(field);
  });

  test('of an office that is not there is 404', async () => {
    for (const officeId of [NOBODY, 'no-es-un-uuid']) {
      expect((await preview({ officeId })).status).toBe(404);
    }
  });
});

describe('who may', () => {
  test("a manager does not set the hours of their own group's office", async () => {
    const { officeId, group } = await officeOf(app, [cast.ana]);
    const boss = await registerManager(app, 'jefe', group);
    for (const [path, body] of [
      [`/offices/${officeId}/working-hours`, hoursOn(EVERY_DAY, '00:00', '24:00')],
      ['/working-hours', null],
    ] as const) {
      expect((await boss.request('PUT', path, body)).status).toBe(403);
    }
    expect(await officeHours(officeId)).toBeNull();
    const acts = await auditEvents(app.elena, { userId: boss.uuid });
    expect(acts.filter(({ action }) => action === 'WORKING_HOURS_SET')).toEqual([]);
  });

  test('an office that is not there is 404', () =>
    expectUnknownIds(app.elena, [[getOfficeWorkingHours], [setOfficeWorkingHours, madrid]]));
});

test('each change is recorded with who made it and the name of the office', async () => {
  const { officeId, name } = await officeOf(app, []);
  const [latest] = await auditEvents(app.elena, {});
  await setCompanyHours(app, madrid);
  await setOfficeHours(app, officeId, madrid);
  await setOfficeHours(app, officeId, null);
  // A refused one is none.
  await app.elena.request('PUT', '/working-hours', { timezone: 'Marte' });
  const events = await auditEvents(app.elena, {});
  const recorded = events.filter(({ id }) => id > (latest?.id ?? 0));
  expect(recorded.map((event) => [event.action, event.detail, event.actorEmail])).toEqual([
    ['WORKING_HOURS_SET', name, app.elena.email],
    ['WORKING_HOURS_SET', name, app.elena.email],
    ['WORKING_HOURS_SET', null, app.elena.email],
  ]);
});
