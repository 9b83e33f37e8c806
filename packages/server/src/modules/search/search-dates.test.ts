import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { type Asked, search, textsFound } from '../../../test/search.ts';
import { untilIndexed } from '../../../test/search-index.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let ana: Client;

/** Sets each message's send time to the instant in its text. */
async function dateMessages({ ctx: { db } }: TestApp): Promise<void> {
  await untilIndexed(db);
  await db.run(sql`
    update messages set created_at = substr(content, 9)::timestamptz where content like 'fechado %'`);
  await db.run(sql`
    update search_messages s set created_at = m.created_at from messages m where m.id = s.message_id`);
}

/** Each message has its send time as text, in Madrid's summer and winter time. */
const instants = [
  '2025-03-29T22:59:59.999Z',
  '2025-03-29T23:00:00.000Z',
  '2025-03-30T21:59:59.999Z',
  '2025-03-30T22:00:00.000Z',
  '2025-12-31T23:00:00.000Z',
];
beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  const chat = (await ana.call(getPersonalChat, {})).content.uuid;
  for (const instant of instants) await sendText(ana, chat, `fechado ${instant}`);
  await dateMessages(app);
});
afterAll(() => app.close());
const dated = async (asked: Asked) =>
  (await textsFound(app, ana, { q: 'fechado', ...asked }))
    .toSorted()
    .map((text) => text.slice('fechado '.length));
const between = (from: number, to: number) => instants.slice(from, to);

test('since is included and until is not, as dates of the company’s zone', async () => {
  expect(await dated({ since: '2025-03-30' })).toEqual(between(1, 5));
  expect(await dated({ until: '2025-03-30' })).toEqual(between(0, 1));
  expect(await dated({ since: '2025-03-30', until: '2025-03-31' })).toEqual(between(1, 3));
  expect(await dated({ since: '2026-01-01' })).toEqual(between(4, 5));
});

test('and as instants', async () => {
  const since = required(instants[1], 'instant');
  const until = '2025-03-31T00:00:00+02:00';
  expect(await dated({ since, until })).toEqual(between(1, 3));
  expect(await dated({ until: since })).toEqual(between(0, 1));
});

test('antes: and después: of the text count likewise, and narrow with those of the call', async () => {
  expect(await dated({ q: 'fechado después:2025-03-30 antes:31/3/2025' })).toEqual(between(1, 3));
  expect(await dated({ q: 'fechado despues:2025-03-30', until: '2025-03-31' })).toEqual(
    between(1, 3),
  );
  expect(await dated({ q: 'fechado antes:2025-03-30', since: '2025-03-30' })).toEqual([]);
});

test('of two dates for the same end the narrower one counts', async () => {
  const [earlier, later] = ['2025-03-30', '2025-03-31'];
  expect(await dated({ q: `fechado después:${earlier}`, since: later })).toEqual(between(3, 5));
  expect(await dated({ q: `fechado después:${later}`, since: earlier })).toEqual(between(3, 5));
  expect(await dated({ q: `fechado antes:${earlier}`, until: later })).toEqual(between(0, 1));
  expect(await dated({ q: `fechado antes:${later}`, until: earlier })).toEqual(between(0, 1));
});

test('the zone is a setting', async () => {
  const canary = await startApp({ timeZone: 'Atlantic/Canary' });
  const eva = await registerPerson(canary, 'eva');
  const { uuid } = (await eva.call(getPersonalChat, {})).content;
  for (const instant of instants.slice(0, 2)) await sendText(eva, uuid, `fechado ${instant}`);
  await dateMessages(canary);
  const asked = { q: 'fechado', until: '2025-03-30' };
  expect(await textsFound(canary, eva, asked)).toHaveLength(2);
  await canary.close();
});

test.each([
  'ayer',
  '2025-13-01',
  '2025-02-30',
  '2025',
  '30-03-2025',
  '2025-03-30T25:00:00Z',
  '',
  '\u0000',
])('%j is 422', async (moment) => {
  for (const name of ['since', 'until'] as const) {
    const reply = await search(ana, { q: 'fechado', [name]: moment });
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, [name]]);
  }
});

test('however far away, a date is one', async () => {
  for (const moment of ['0000-01-01', '0001-01-01', '1900-01-01', '1969-12-31T23:59:59Z']) {
    expect(await dated({ since: moment })).toHaveLength(instants.length);
    expect(await dated({ until: moment })).toEqual([]);
  }
  for (const moment of ['9999-12-31', '9999-12-31T23:59:59-23:59']) {
    expect(await dated({ since: moment })).toEqual([]);
    expect(await dated({ until: moment })).toHaveLength(instants.length);
  }
});
