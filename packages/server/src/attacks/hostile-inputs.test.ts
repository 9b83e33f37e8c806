import { gzipSync } from 'node:zlib';
import { login } from '@chat/contract/auth';
import { listChats } from '@chat/contract/chats';
import { listDevices } from '@chat/contract/devices';
import { listUsersWithGroups } from '@chat/contract/groups';
import { getCurrentUser, listUsers, searchUsers } from '@chat/contract/users';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { newestOf, picture, sendFile } from '../../test/files.ts';
import { NOBODY } from '../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };

describe('fields that are not the sender’s to set', () => {
  test('nobody becomes an administrator, or somebody else, by a field of a form', async () => {
    const email = 'intruso@empresa.local';
    const body = {
      firstName: 'I',
      lastName: 'I',
      email,
      password: 'secreta-123',
      isAdmin: true,
      is_admin: true,
      uuid: cast.elena.uuid,
      id: cast.elena.user.id,
      groupPermissions: [cast.ventas.uuid],
      blockedAt: null,
      passwordHash: 'x',
    };
    const made = await app.elena.request<{ uuid: string }>('POST', '/users', body);
    expect(made.content).toMatchObject({ isAdmin: false, role: 'USER', groupPermissions: [] });
    expect(made.content.uuid).not.toBe(cast.elena.uuid);
    const changes = { ...body, role: 'ADMIN', connectionStatus: 'ONLINE' };
    await app.elena.request('PUT', `/users/${made.content.uuid}`, changes);
    const intruder = await app.signIn(email);
    expect(intruder.user).toMatchObject({ uuid: made.content.uuid, isAdmin: false, role: 'USER' });
  });

  test('a message is of who sends it, in the chat of the address, at its own time and number', async () => {
    const body = {
      type: 'TEXT',
      content: 'Firmado por otro',
      senderId: cast.bruno.uuid,
      senderEmail: cast.bruno.email,
      chatId: NOBODY,
      seq: 9_999,
      createdAt: '2001-01-01T00:00:00Z',
      status: 'SEEN',
      mediaUrl: 'https://malo.example/a.png',
      reactions: [{ emoji: '👍' }],
      replyToMessageUuid: NOBODY,
    };
    await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, body);
    const message = await newestOf(cast.bruno, cast.ventasChat);
    expect(message).toMatchObject({
      content: 'Firmado por otro',
      senderId: cast.ana.uuid,
      chatId: cast.ventasChat,
      status: 'SENT',
      mediaUrl: null,
      reactions: [],
      replyToMessageUuid: null,
    });
    expect(message?.seq).toBeLessThan(9_999);
    expect(new Date(message?.createdAt ?? 0).getFullYear()).toBeGreaterThan(2001);
  });

  test('a login cannot ask for another one’s rights', async () => {
    const { email, deviceId } = cast.ana;
    const body = { email, password: 'secreta-123', deviceId, isAdmin: true, role: 'ADMIN' };
    const reply = await app
      .client()
      .request<{ user: unknown }>('POST', login.path, { ...body, userId: cast.elena.uuid });
    expect(reply.content.user).toMatchObject({ uuid: cast.ana.uuid, isAdmin: false });
  });
});

describe('__proto__, constructor and prototype', () => {
  const wire = (name: string) =>
    `{"type":"TEXT","content":"Hola","${name}":{"isAdmin":true,"role":"ADMIN"}}`;

  test.each(['__proto__', 'constructor', 'prototype'])('%s changes no object', async (name) => {
    const path = `/chats/${cast.ventasChat}/messages`;
    const form = new FormData();
    form.set('type', 'TEXT');
    form.set('content', 'Hola');
    form.set(`${name}[isAdmin]`, 'true');
    form.set(name, '{"isAdmin":true}');
    await cast.ana.request('POST', path, wire(name), JSON_TYPE);
    await cast.ana.request('POST', path, form);
    await cast.ana.request('GET', `${path}?${name}[isAdmin]=1&${name}=1`);
    const live = await cast.ana.connect();
    await live.emit('typing', JSON.parse(wire(name)));
    live.close();
    const clean: { isAdmin?: unknown; role?: unknown } = {};
    expect([clean.isAdmin, clean.role]).toEqual([undefined, undefined]);
    expect((await cast.ana.call(getCurrentUser, {})).content.isAdmin).toBe(false);
    expect((await cast.ana.call(listUsers, {})).status).toBe(403);
  });
});

describe('SQL and its wildcards', () => {
  const hostile = [
    '%',
    '_',
    '\\',
    '\\%',
    'a%l',
    "'",
    "' or 1=1 --",
    "'; drop table messages; --",
    '$1',
    '\\x00',
    "e'\\047'",
  ];

  test('stand for themselves in every search', async () => {
    await sendText(cast.ana, cast.ventasChat, 'Hay algo que buscar');
    for (const text of hostile) {
      const found = await Promise.all([
        cast.elena.call(searchUsers, { query: { email: text } }),
        cast.elena.call(listDevices, { query: { search: text } }),
        cast.elena.call(listUsersWithGroups, { query: { search: text } }),
        cast.elena.call(listChats, { query: { search: text } }),
      ]);
      const searches = found.map(({ status, content }) => [status, content.length]);
      expect([text, ...searches]).toEqual([text, [200, 0], [200, 0], [200, 0], [200, 0]]);
    }
  });

  test('are kept as they are in what is written, and read by nobody else', async () => {
    for (const text of hostile) {
      await sendText(cast.ana, cast.ventasChat, text);
      expect((await newestOf(cast.bruno, cast.ventasChat))?.content).toBe(text);
    }
    const login = await app.client().login("elena@empresa.local' or '1'='1", 'x');
    expect(login.status).toBe(401);
  });
});

// A successful attack would cost more than the whole test's timeout: such a test fails by not ending.
describe('what is small to send and large to take in', () => {
  test('compressed JSON does not unfold beyond the limit', async () => {
    const bomb = gzipSync(`{"email":"${'a'.repeat(64 * 2 ** 20)}"}`);
    expect(bomb.length).toBeLessThan(2 ** 20);
    const answer = await fetch(`${app.url}/api${login.path}`, {
      method: 'POST',
      body: bomb,
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    });
    expect([400, 413, 415]).toContain(answer.status);
  });

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  test('JSON nested a hundred thousand deep is refused', async () => {
    const { path } = sendMessage;
    const chat = path.replace(':chatId', cast.ventasChat);
    const reply = await cast.ana.request('POST', chat, nested(100_000), JSON_TYPE);
    expect([400, 422]).toContain(reply.status);
    const stranger = await app.client().request('POST', login.path, nested(15_000), JSON_TYPE);
    expect([400, 422]).toContain(stranger.status);
  });

  test('of a stranger no more than 100 kB are taken in', async () => {
    const body = JSON.stringify({ email: 'a'.repeat(100 * 1024) });
    const reply = await app.client().request('POST', login.path, body, JSON_TYPE);
    expect(reply).toMatchObject({ status: 413, message: 'La petición es demasiado grande' });
  });

  test('what claims to be a giant picture is kept as a file, and not unfolded', async () => {
    const png = await picture('png', 4, 4);
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    const gif = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    const svg = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY a${i} "${`&a${i - 1 < 0 ? '' : i - 1};`.repeat(10)}">`,
    ).join('')}]><svg xmlns="http://www.w3.org/2000/svg">&a8;</svg>`;
    for (const bytes of [png, gif, svg]) {
      const reply = await sendFile(cast.ana, cast.ventasChat, { bytes, fileName: 'gigante' });
      expect(reply.status).toBe(201);
    }
    expect((await app.client().request('GET', '/health')).status).toBe(200);
  });

  const traps = [
    'a'.repeat(50_000),
    `${'a'.repeat(50_000)}!`,
    `${'a@'.repeat(20_000)}`,
    `${'a.'.repeat(20_000)}@`,
    `a@${'a-'.repeat(20_000)}`,
    ' '.repeat(50_000),
    `${'\t\n'.repeat(20_000)}x`,
    '👩‍'.repeat(10_000),
    '\\'.repeat(50_000),
    '%'.repeat(15_000),
  ];

  test('no pattern takes for ever over a long text, whichever field it comes in', async () => {
    for (const trap of traps) {
      const given = { email: trap, password: trap, deviceId: trap };
      await app.client().request('POST', login.path, given);
      const person = { firstName: trap, lastName: trap, email: trap, password: trap };
      await app.elena.request('POST', '/users', person);
      await app.elena.request('POST', '/projects', { name: trap });
      await sendText(cast.ana, cast.ventasChat, trap, trap.slice(0, 64));
      await app.elena.request(
        'GET',
        `/users/search?email=${encodeURIComponent(trap.slice(0, 600))}`,
      );
      await cast.ana.request('POST', `/chats/messages/${NOBODY}/react`, { emoji: trap });
      await sendFile(cast.ana, cast.ventasChat, { bytes: 'x', fileName: trap.slice(0, 5_000) });
    }
    const nearlySvg = [
      '<!---->'.repeat(9_000),
      '<?'.repeat(30_000),
      '<!DOCTYPE SVG ['.repeat(4_000),
    ];
    for (const bytes of nearlySvg) await sendFile(cast.ana, cast.ventasChat, { bytes });
    expect((await app.client().request('GET', '/health')).status).toBe(200);
  });
});
