import { connect } from 'node:net';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast } from '../../test/cast.ts';
import { NOBODY } from '../../test/wrong-values.ts';
import { createLog } from '../config/log.ts';

let app: TestApp;
let cast: Cast;
let onLogged: (line: string) => void = () => {};
beforeAll(async () => {
  const log = createLog('info', { write: (line) => onLogged(line) });
  app = await startApp({}, { log });
  cast = await gatherCast(app);
});
afterAll(() => app.close());

test('a caller who hangs up in the midst of a body is one short line, and no failure of ours', async () => {
  const { hostname, port } = new URL(app.url);
  const logged = new Promise<string>((resolve) => {
    onLogged = resolve;
  });
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /api/chats/${cast.ventasChat}/messages HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${cast.ana.token}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"content":`, () => socket.resetAndDestroy());
  const line = await logged;
  expect(line.length).toBeLessThan(300);
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'the caller hung up' });
});

test('a lost connection of the database is told without all that belongs to it', () => {
  let line = '';
  const log = createLog('info', {
    write: (written) => {
      line = written;
    },
  });
  const client = { password: 'secreta', buffers: Array(1_000).fill('x') };
  const error = Object.assign(new Error('terminating connection'), { code: '57P01', client });
  log.warn({ err: error }, 'lost');
  expect(JSON.parse(line).err).toMatchObject({ message: 'terminating connection', code: '57P01' });
  expect(line).not.toContain('secreta');
  expect(line.length).toBeLessThan(3_000);
});

describe('a page number', () => {
  const pageOf = (path: string, page: string) => app.elena.request('GET', `${path}?page=${page}`);

  test.each(['2147483648', '1000000000000'])(
    'of %s lists is past the end, and the page is empty',
    async (page) => {
      for (const path of [
        '/users',
        '/groups',
        '/projects',
        '/chats',
        `/chats/${cast.ventasChat}/messages`,
      ]) {
        const reply = await pageOf(path, page);
        expect([path, reply.status, reply.content]).toEqual([path, 200, []]);
        expect(reply.pagination?.page).toBe(Number(page));
      }
    },
  );

  test('that no list can have says so', async () => {
    const message = 'El número de página es demasiado grande';
    for (const page of ['1000000000001', '9'.repeat(400)]) {
      const reply = await pageOf('/users', page);
      expect(reply).toMatchObject({ status: 422, message, errors: { page: [message] } });
    }
    const message0 = 'La página empieza en 1';
    expect(await pageOf('/users', '0')).toMatchObject({ status: 422, message: message0 });
  });
});

describe('a list of ids', () => {
  const message = 'No puede exceder los 5000 elementos';
  const lists: [string, string, string, () => string, object][] = [
    [
      'mentions',
      'mentionedUserIds',
      'POST',
      () => `/chats/${cast.ventasChat}/messages`,
      { type: 'TEXT', content: 'Hola' },
    ],
    ['participants', 'userIds', 'POST', () => `/groups/${cast.ventas.uuid}/users`, {}],
    ['groups to manage', 'groupIds', 'POST', () => `/users/${cast.ana.uuid}/group-permissions`, {}],
    ['participants of a new group', 'userUuids', 'POST', () => '/groups', { name: 'Muchos' }],
    [
      'groups of a new user',
      'groupUuids',
      'POST',
      () => '/users',
      { firstName: 'Ana', lastName: 'Gil', email: 'muchas', password: 'clave-1' },
    ],
  ];
  const by = (field: string) => (field === 'mentionedUserIds' ? cast.ana : app.elena);

  test.each(lists)(
    'of %s is refused when it is too long, whatever stands in it, without being read',
    async (_, field, method, path, body) => {
      for (const list of [Array(5_001).fill(NOBODY), Array(400_000).fill(1)]) {
        const reply = await by(field).request(method, path(), { ...body, [field]: list });
        expect(reply).toMatchObject({ status: 422, message, errors: { [field]: [message] } });
      }
    },
  );

  test('of as many mentions as may be is taken, who is unknown left out', async () => {
    const mentionedUserIds = [...Array(4_999).fill(NOBODY), cast.bruno.uuid];
    const body = { type: 'TEXT' as const, content: 'Hola', mentionedUserIds };
    const params = { chatId: cast.ventasChat };
    expect((await cast.ana.call(sendMessage, { params, body })).status).toBe(201);
  });

  test('of mentions in a form is refused alike', async () => {
    const form = new FormData();
    form.set('type', 'TEXT');
    form.set('content', 'Hola');
    form.set('mentionedUserIds', JSON.stringify(Array(5_001).fill(NOBODY)));
    const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, form);
    expect(reply).toMatchObject({ status: 422, message });
  });
});
