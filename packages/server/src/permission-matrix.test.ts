import { updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../test/build-app.ts';
import { registerPerson } from '../test/cast.ts';
import { type Client, PASSWORD } from '../test/client.ts';
import type { Row } from '../test/matrix/calls.ts';
import { chatRows } from '../test/matrix/chat-rows.ts';
import { createEnvironment, dead, type Environment, people } from '../test/matrix/environment.ts';
import { exportRows } from '../test/matrix/export-rows.ts';
import { notificationRows } from '../test/matrix/notification-rows.ts';
import { organisationRows } from '../test/matrix/organisation-rows.ts';
import { signInRows } from '../test/matrix/sign-in-rows.ts';
import { signalRows } from '../test/matrix/signal-rows.ts';
import { found } from '../test/search.ts';
import { connectSocket } from '../test/socket-client.ts';
import { expectClosedTo } from '../test/wrong-values.ts';

const rows: Row[] = [
  ...signInRows,
  ...organisationRows,
  ...notificationRows,
  ...chatRows,
  ...exportRows,
];

let app: TestApp;
let environment: Environment;
beforeAll(async () => {
  app = await startApp();
  environment = await createEnvironment(app);
});
afterAll(() => app.close());

const nameOf = ({ route, of }: Row) =>
  `${route.method} ${route.path}${of === undefined ? '' : ` of ${of}`}`;

async function tryRow(
  row: Row,
  caller: Client,
  person?: (typeof people)[number],
  { app, ...there }: Environment = environment,
) {
  const { params, query, body } = await row.given({ app, ...there }, person);
  const from = row.endsSession && person ? await app.signIn(caller.email) : caller;
  return (await from.call(row.route, { params, query, body })).status;
}

describe('everyone is answered what the table says', () => {
  test.each(rows.map((row) => [nameOf(row), row] as const))('%s', async (_, row) => {
    const answers: Record<string, number> = {};
    for (const person of people) {
      answers[person] = await tryRow(row, environment.people[person], person);
    }
    for (const one of dead) answers[one] = await tryRow(row, environment.dead[one]);
    const expected = Object.fromEntries([
      ...people.map((person, index) => [person, row.answers[index]]),
      ...dead.map((one) => [one, row.dead ?? 401]),
    ]);
    expect(answers).toEqual(expected);
  });
});

test('every route that is served stands in the table', () => {
  const named = new Set(rows.map(({ route }) => route.name));
  const missing = app.app.routes.filter(({ name }) => !named.has(name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('who may not call a route is 403 before its ids and body are looked at', async () => {
  const { member, manager } = environment.people;
  const routesFor = (access: 'manager' | 'admin') =>
    app.app.routes.filter((route) => route.access === access);
  expect(routesFor('manager').length).toBeGreaterThan(0);
  expect(routesFor('admin').length).toBeGreaterThan(0);
  await expectClosedTo(app, routesFor('manager'), [member]);
  await expectClosedTo(app, routesFor('admin'), [member, manager]);
});

describe('a search finds what its caller is a member of, whatever else they may read', () => {
  const finds: Record<(typeof people)[number], ('groupChat' | 'directChat' | 'personalChat')[]> = {
    outsider: [],
    member: ['groupChat', 'directChat', 'personalChat'],
    colleague: ['groupChat'],
    manager: [],
    otherManager: [],
    admin: [],
  };

  test.each(people)('%s', async (person) => {
    const results = await found(app, environment.people[person], 'hola');
    const chats = new Set(results.map(({ chat }) => chat.uuid));
    expect(chats).toEqual(new Set(finds[person].map((chat) => environment[chat])));
  });
});

describe('every signal is taken from those the table says', () => {
  test.each(signalRows.map((row) => [`${row.event} of ${row.of}`, row] as const))(
    '%s',
    async (_, row) => {
      const taken: Record<string, boolean> = {};
      for (const person of people) {
        const live = await environment.people[person].connect();
        taken[person] = (await live.emit(row.event, row.payload(environment))).ok;
        live.close();
      }
      expect(taken).toEqual(
        Object.fromEntries(people.map((person) => [person, row.takenFrom.includes(person)])),
      );
    },
  );
});

describe.each([
  ['with SUPERVISION=reason and none in force', 0, 'reason'],
  ['with SUPERVISION=off', 1, 'off'],
  ['who is no supervisor', 2, 'on'],
] as const)('an administrator %s', (_, nth, supervision) => {
  let narrow: Environment;
  beforeAll(async () => {
    const there = await startApp({ supervision });
    narrow = await createEnvironment(there);
    if (supervision !== 'on') return;
    const other = await registerPerson(there, 'gema', { role: 'ADMIN' });
    const { uuid: userId, email } = there.elena;
    const body = { firstName: 'Elena', lastName: 'Prueba', email, supervisor: false };
    await other.call(updateUser, {
      params: { userId },
      body: { ...body, currentPassword: PASSWORD },
    });
  });
  afterAll(() => narrow.app.close());

  test('is answered what the table says', { timeout: 300_000 }, async () => {
    const answers: [string, number | undefined][] = [];
    for (const row of rows) {
      answers.push([nameOf(row), await tryRow(row, narrow.people.admin, 'admin', narrow)]);
    }
    const status = ({ narrowed, answers }: Row) =>
      narrowed?.[nth] ?? answers[people.indexOf('admin')];
    expect(answers).toEqual(rows.map((row) => [nameOf(row), status(row)]));
  });

  test('emits what the table says', async () => {
    const live = await narrow.people.admin.connect();
    for (const { event, of, payload, takenFrom, supervises } of signalRows) {
      const { ok } = await live.emit(event, payload(narrow));
      expect([event, of, ok]).toEqual([event, of, !supervises && takenFrom.includes('admin')]);
    }
    live.close();
  });
});

test.each(dead)('a socket with a token that opens nothing is refused: %s', async (one) => {
  const { token = '', user } = environment.dead[one];
  const userId = user?.uuid ?? environment.dora.uuid;
  await expect(connectSocket(app.url, { token, userId })).rejects.toThrow('unauthorized');
});
