import { exportAuditEvents, listAuditEvents } from '@chat/contract/audit';
import { firstOf, required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, writeEntries } from '../../../test/audit-chain.ts';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { NOBODY } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const read = (reader: Client, chatId: string) => reader.call(listMessages, { params: { chatId } });
const linesOf = (filter: Parameters<typeof auditEvents>[1]) => auditEvents(cast.elena, filter);

test('renaming an administrator rewrites no line of what was done', async () => {
  const gema = await registerPerson(app, 'gema', { role: 'ADMIN' });
  const { email, uuid } = gema;
  const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
  await sendText(cast.ana, other, 'Uno');
  await read(gema, other);
  const body = { firstName: 'Gema', lastName: 'Sol', email: 'otra@empresa.local' };
  await cast.elena.call(updateUser, { params: { userId: uuid }, body });
  expect(await linesOf({ userId: uuid, action: 'CHAT_READ' })).toMatchObject([
    { actorId: uuid, actorEmail: email },
  ]);
});

test('the list is narrowed by action, by user, and by time: since is part of it, until is not', async () => {
  const all = await linesOf({});
  const [newest, before] = [firstOf(all), required(all[1], 'event')];
  const until = await linesOf({ until: newest.happenedAt });
  expect(until.map(({ id }) => id)).not.toContain(newest.id);
  const since = await linesOf({ since: before.happenedAt });
  expect(since.map(({ id }) => id)).toContain(before.id);
  expect(await linesOf({ since: '2100-01-01T00:00:00Z' })).toEqual([]);
  expect(await linesOf({ userId: NOBODY })).toEqual([]);
  const actions = new Set((await linesOf({ action: 'CHAT_READ' })).map(({ action }) => action));
  expect([...actions]).toEqual(['CHAT_READ']);
});

test('a date begins in the zone of the company', async () => {
  const newest = firstOf(await linesOf({}));
  const dayOf = (instant: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(instant);
  const today = dayOf(Date.parse(newest.happenedAt));
  const tomorrow = dayOf(Date.parse(newest.happenedAt) + 26 * 3_600_000);
  const ids = async (filter: Parameters<typeof linesOf>[0]) =>
    (await linesOf(filter)).map(({ id }) => id);
  expect(await ids({ since: today })).toContain(newest.id);
  expect(await ids({ until: tomorrow })).toContain(newest.id);
  expect(await ids({ until: today })).not.toContain(newest.id);
  expect(await ids({ since: tomorrow })).toEqual([]);
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01'])(
  'times however far away narrow: %s',
  async (time) => {
    const [since, until] = await Promise.all([linesOf({ since: time }), linesOf({ until: time })]);
    expect([since.length, until.length].toSorted()[0]).toBe(0);
  },
);

test.each([
  ['action', 'NOTHING'],
  ['userId', 'nobody'],
  ['since', 'ayer'],
  ['until', '2026-13-01T00:00:00Z'],
  ['until', '2026-02-30'],
  ['action', ''],
  ['action', 'CHAT_READ&action=SEARCH'],
  ['since', '%00'],
])('a filter that cannot be read is 422: %s=%s', async (name, value) => {
  const reply = await cast.elena.request('GET', `/admin/audit-events?${name}=${value}`);
  expect(reply.status).toBe(422);
  expect(reply.errors).toEqual({ [name]: [expect.stringMatching(/válid|valor/)] });
});

test('the newest comes first, in pages of 50', async () => {
  const { content, pagination } = await cast.elena.call(listAuditEvents, {});
  expect(pagination).toMatchObject({ page: 1, size: 50, totalElements: content.length });
  const times = content.map(({ happenedAt }) => happenedAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('filters narrow together, and page by page each entry that meets them comes once', async () => {
  await writeEntries(app.ctx.db, 260);
  const userId = cast.elena.uuid;
  const all = (await linesOf({ size: '200', userId, action: 'USER_BLOCKED' })).map(({ id }) => id);
  expect(all).toHaveLength(130);
  const pages: number[] = [];
  for (const page of ['1', '2', '3', '4']) {
    const query = { userId, action: 'USER_BLOCKED', since: '2020-01-01', page } as const;
    const { content, pagination } = await cast.elena.call(listAuditEvents, { query });
    expect(pagination).toMatchObject({ size: 50, totalElements: 130 });
    pages.push(...content.map(({ id }) => id));
  }
  expect(pages).toEqual(all);
  const none = { userId, action: 'USER_BLOCKED', until: '2020-01-01' } as const;
  expect(await linesOf(none)).toEqual([]);
});

test('a person is found as who acted and as whom it was done to, both of one entry once', async () => {
  const vera = await registerPerson(app, 'vera');
  const ids = (await linesOf({ userId: vera.uuid })).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await linesOf({ userId: vera.uuid })).map(({ action }) => action)).toEqual([
    'SIGN_IN',
    'PARTICIPANT_ADDED',
    'USER_CREATED',
  ]);
});

test.each([
  'update audit_events set actor_id = actor_id',
  'delete from audit_events',
  'truncate audit_events cascade',
  'update audit_chain set number = number',
  'delete from audit_chain',
  'truncate audit_chain',
])('nobody can edit it, not even by SQL: %s', async (statement) => {
  await read(cast.elena, await directChatOf(cast.ana, cast.carla, cast.ventas));
  await chained(app.ctx.db);
  await expect(app.ctx.db.run(sql([statement]))).rejects.toThrow('only ever added');
});

/** The lines of the CSV that the filter gives, without its first line. */
async function csvOf(query: string): Promise<string[]> {
  const answer = await fetch(`${app.url}/api${exportAuditEvents.path}${query}`, {
    headers: { authorization: `Bearer ${cast.elena.token}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('auditoria.csv');
  return (await answer.text()).trim().split('\r\n').slice(1);
}

test('the CSV has all that match, however many, and calculates nothing; that it was taken is an entry', async () => {
  const { db } = app.ctx;
  await writeEntries(db, 1_100, '=1+1');
  const lines = await csvOf('?action=USER_BLOCKED');
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from audit_events where action = 'USER_BLOCKED'`,
  );
  expect(lines).toHaveLength(count);
  expect(lines[0]).toContain(";'=1+1 1100;");
  const ids = lines.map((line) => Number(line.split(';')[0]));
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  const [newest] = await linesOf({ action: 'AUDIT_EXPORTED' });
  expect(newest).toMatchObject({ actorEmail: cast.elena.email, address: '127.0.0.1' });
  expect(await csvOf(`?userId=${NOBODY}`)).toEqual([]);
  const since = await csvOf(`?since=${newest?.happenedAt}`);
  expect(since.some((line) => line.startsWith(`${newest?.id};`))).toBe(true);
});
