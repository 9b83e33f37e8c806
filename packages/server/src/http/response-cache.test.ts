import { updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { noteStatements } from '../../test/plans.ts';

const LONG = 'La obra del puerto… '.repeat(100);

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  for (let n = 0; n < 10; n++) await sendText(cast.ana, cast.ventasChat, `${n}: ${LONG}`);
  // Waits for the writes that sends leave for a moment later: these also read members.
  const live = await cast.ana.connect();
  expect(await live.emit('seen', { chatId: cast.ventasChat })).toEqual({ ok: true });
  live.close();
});
afterAll(() => app.close());

const read = (path: string, encoding: string) =>
  cast.bruno.request('GET', path, undefined, { 'accept-encoding': encoding });
const pagePath = () => `/chats/${cast.ventasChat}/messages`;
const listPath = () => `/groups/${cast.ventas.uuid}/chats`;

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])(
  'each way of compressing gives the same answer the first time and later: %s',
  async (asked, given) => {
    const first = await read(pagePath(), asked);
    for (let times = 0; times < 3; times++) {
      const again = await read(pagePath(), asked);
      expect(again.headers.get('content-encoding')).toBe(given);
      expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(again.headers.get('cache-control')).toBe('no-store');
      expect([again.status, again.content, again.pagination]).toEqual([
        200,
        first.content,
        first.pagination,
      ]);
    }
  },
);

test('what is kept is asked after in one statement, and not read again', async () => {
  const readTwice = async (path: string) => {
    await read(path, 'br');
    await read(path, 'br');
  };
  for (const path of [pagePath(), listPath()]) {
    await readTwice(path);
    const noted = noteStatements(app.ctx.db, /chat_members/);
    await read(path, 'br');
    const asked = noted().map(({ text }) => text);
    expect(asked).toEqual([expect.stringContaining('xmin')]);
    expect(asked).not.toEqual([expect.stringContaining('m.content')]);
  }
});

test('whoever is renamed is shown so at once, on pages and lists that were kept', async () => {
  for (let times = 0; times < 3; times++) {
    await read(pagePath(), 'br');
    await read(listPath(), 'br');
  }
  const email = 'ana.maria@empresa.local';
  const body = { firstName: 'Ana', lastName: 'María', email };
  await app.elena.call(updateUser, { params: { userId: cast.ana.uuid }, body });
  const page = JSON.stringify((await read(pagePath(), 'br')).content);
  const list = JSON.stringify((await read(listPath(), 'br')).content);
  for (const shown of [page, list]) {
    expect(shown).toContain(email);
    expect(shown).not.toContain('ana@empresa.local');
  }
});
