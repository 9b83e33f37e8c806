import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { firstOf } from '@chat/contract/checks';
import { editMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { blobOf, formOf, sendFile } from '../../../../test/files.ts';
import { headOf, openRawConnection } from '../../../../test/raw-connection.ts';
import { sql } from '../../../db/database.ts';

const MB = 2 ** 20;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
const LIMIT_TEXT = 'Has alcanzado tu límite diario de 1 MB';
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ dailyMegabytes: 1 });
});
afterAll(() => app.close());

async function newPair(of: TestApp, name: string) {
  const ana = await registerPerson(of, name);
  const bruno = await registerPerson(of, `otro-${name}`);
  const group = await createGroupOf(of, `Grupo de ${name}`, [ana, bruno]);
  return { ana, bruno, chatId: await groupChatOf(ana, group) };
}
const fileOf = (size: number) => ({ bytes: Buffer.alloc(size) });

/** Sends a file so that exactly `left` bytes of the amount remain. */
const fillUpTo = async (who: Client, chatId: string, left: number) =>
  expect((await sendFile(who, chatId, fileOf(MB - left))).status).toBe(201);

describe('DAILY_MB', () => {
  test('texts, captions and files count together, in bytes', async () => {
    const { ana, bruno, chatId } = await newPair(app, 'ana');
    const before = Date.now();
    await fillUpTo(ana, chatId, 10);
    expect((await sendText(ana, chatId, 'ñññ')).status).toBe(201);
    expect((await sendFile(ana, chatId, { bytes: 'xx', content: 'yyy' })).status).toBe(429);
    expect((await sendText(ana, chatId, 'ñññ')).status).toBe(429);
    expect((await sendFile(ana, chatId, { bytes: 'xx', content: 'yy' })).status).toBe(201);
    for (const refused of [
      await sendText(ana, chatId, 'x'),
      await sendFile(ana, chatId, fileOf(1)),
      await sendFile(ana, chatId, fileOf(100_000)),
    ]) {
      expect([refused.status, refused.message]).toEqual([429, LIMIT_TEXT]);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(Date.now() + seconds * 1_000).toBeGreaterThanOrEqual(before + DAY_MS);
      expect(seconds * 1_000).toBeLessThanOrEqual(DAY_MS + QUARTER_MS);
    }
    expect((await sendText(bruno, chatId, 'Yo sí')).status).toBe(201);
  });

  test('a copy of a file and what an edit says count, a refused send does not', async () => {
    const { ana, chatId } = await newPair(app, 'carla');
    const uuid = firstOf((await sendFile(ana, chatId, fileOf(400_000))).content).uuid;
    const forward = () => ana.request('POST', `/chats/${chatId}/messages`, { forwardedFrom: uuid });
    expect((await forward()).status).toBe(201);
    expect((await forward()).status).toBe(429);
    const image = { ...fileOf(200_000), type: 'IMAGE' as const };
    for (const _ of [1, 2, 3]) expect((await sendFile(ana, chatId, image)).status).toBe(422);
    await sendFile(ana, chatId, fileOf(MB - 800_000 - 10));
    const text = firstOf((await sendText(ana, chatId, 'Hola')).content).uuid;
    const edit = (content: string) =>
      ana.call(editMessage, { params: { messageId: text }, body: { content } });
    expect((await edit('Adiós')).status).toBe(200);
    expect(await edit('Otra vez')).toMatchObject({ status: 429, message: LIMIT_TEXT });
  });

  test('a repeat is answered beyond it, wherever its reference stands in the form', async () => {
    const { ana, chatId } = await newPair(app, 'dora');
    const file = { ...fileOf(600_000), referenceId: 'ref-1' };
    const first = await sendFile(ana, chatId, file);
    expect(first.status).toBe(201);
    await fillUpTo(ana, chatId, 600_000);
    const again = await sendFile(ana, chatId, file);
    expect([again.status, again.content]).toEqual([200, first.content]);
    const form = formOf([
      ['type', 'FILE'],
      ['referenceId', 'ref-1'],
      ['image', blobOf(file.bytes), 'informe.bin'],
    ]);
    const path = `/chats/${chatId}/messages`;
    const before = await ana.request('POST', path, form);
    expect([before.status, before.content]).toEqual([200, first.content]);
    const other = { ...file, referenceId: 'ref-2' };
    expect((await sendFile(ana, chatId, other)).status).toBe(429);
  });

  test('a file that does not fit is refused before its bytes are taken', async () => {
    const { ana, chatId } = await newPair(app, 'eva');
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const beginning =
      part('type', 'FILE') +
      part('referenceId', 'ref-1') +
      '--b\r\ncontent-disposition: form-data; name="image"; filename="a.bin"\r\n\r\nprimeros bytes';
    const { socket, waitFor } = await openRawConnection(app.url);
    socket.write(
      headOf(
        `POST /api/chats/${chatId}/messages`,
        [
          `authorization: Bearer ${ana.token}`,
          'content-type: multipart/form-data; boundary=b',
          `content-length: ${2 * MB}`,
        ],
        beginning,
      ),
    );
    await waitFor(LIMIT_TEXT);
    socket.destroy();
    expect((await sendText(ana, chatId, 'Sigo escribiendo')).status).toBe(201);
  });

  test('of many files at once no more are on the disk than fit', async () => {
    const { ana, chatId } = await newPair(app, 'fina');
    const sends = Array.from({ length: 8 }, () => sendFile(ana, chatId, fileOf(300_000)));
    const statuses = (await Promise.all(sends)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await readdir(join(app.ctx.config.dataDir, 'uploads'))).toEqual([]);
  });
});

test('it holds over a restart, and ends a day later', async () => {
  const first = await startApp({ dailyMegabytes: 1 });
  const { ana, chatId } = await newPair(first, 'gema');
  await fillUpTo(ana, chatId, 5);
  await sendText(ana, chatId, 'Hola');
  const second = await first.restart();
  const again = Object.assign(second.client(), { token: ana.token, user: ana.user });
  expect((await sendText(again, chatId, 'Hola')).status).toBe(429);
  await second.ctx.db.run(sql`update daily_amounts set quarter = quarter - interval '24 hours'`);
  const third = await second.restart();
  const later = Object.assign(third.client(), { token: ana.token, user: ana.user });
  expect((await sendText(later, chatId, 'Hola')).status).toBe(429);
  await third.ctx.db.run(sql`
    update daily_amounts set quarter = quarter - interval '15 minutes'`);
  const fourth = await third.restart();
  const last = Object.assign(fourth.client(), { token: ana.token, user: ana.user });
  expect((await sendText(last, chatId, 'Hola')).status).toBe(201);
  await fourth.close();
});

test('with less free than RESERVE_MB files are 503 and texts go on', async () => {
  const full = await startApp({ reserveBytes: 2 ** 60 });
  const { ana, bruno, chatId } = await newPair(full, 'hugo');
  const refused = await sendFile(ana, chatId, fileOf(1_000));
  expect(refused.status).toBe(503);
  expect(refused.message).toBe(
    'No queda espacio en el disco del servidor. Avisa a un administrador.',
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await sendText(ana, chatId, 'Hola')).status).toBe(201);
  const form = formOf([
    ['type', 'TEXT'],
    ['content', 'Sin archivo'],
  ]);
  const path = `/chats/${chatId}/messages`;
  expect((await bruno.request('POST', path, form)).status).toBe(201);
  await full.close();
});
