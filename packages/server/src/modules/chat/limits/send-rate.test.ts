import { firstOf } from '@chat/contract/checks';
import { listMessages, reactToMessage } from '@chat/contract/messages';
import { editMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { sendFile } from '../../../../test/files.ts';

const RATE = 6;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ sendRate: RATE });
});
afterAll(() => app.close());

let groups = 0;
/** Two people who have sent nothing yet, in a group's chat. */
async function newPair() {
  const n = ++groups;
  const ana = await registerPerson(app, `ana${n}`);
  const bruno = await registerPerson(app, `bruno${n}`);
  const chatId = await groupChatOf(ana, await createGroupOf(app, `Grupo ${n}`, [ana, bruno]));
  return { ana, bruno, chatId };
}

const contents = async (reader: Client, chatId: string) =>
  (await reader.call(listMessages, { params: { chatId } })).content.map(({ content }) => content);

test('messages, replies, edits, forwards and reactions count together, on all devices', async () => {
  const { ana, bruno, chatId } = await newPair();
  const phone = await app.signIn(ana.email);
  const uuid = firstOf((await sendText(ana, chatId, 'Uno')).content).uuid;
  const at = { params: { messageId: uuid } };
  const edit = (content: string) => phone.call(editMessage, { ...at, body: { content } });
  const react = (emoji: string) => ana.call(reactToMessage, { ...at, body: { emoji } });
  const forward = () => phone.request('POST', `/chats/${chatId}/messages`, { forwardedFrom: uuid });
  const reply = (content: string) =>
    ana.request('POST', `/chats/messages/${uuid}/reply`, { content });
  const upload = () => sendFile(ana, chatId, { bytes: 'x', content: 'Archivo' });
  const allowed = [await edit('Dos'), await react('👍'), await forward(), await reply('Tres')];
  expect(allowed.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
  expect((await upload()).status).toBe(201);
  const known = await contents(bruno, chatId);
  for (const refused of [
    await sendText(ana, chatId, 'No'),
    await edit('No'),
    await react('❤️'),
    await forward(),
    await reply('No'),
    await upload(),
  ]) {
    expect(refused.status).toBe(429);
    expect(refused.message).toBe(
      'Has enviado demasiado en un minuto. Espera un momento e inténtalo de nuevo.',
    );
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect(await contents(bruno, chatId)).toEqual(known);
  expect((await sendText(bruno, chatId, 'Yo sí')).status).toBe(201);
});

test('of many sends at once so many are stored as are allowed', async () => {
  const { ana, bruno, chatId } = await newPair();
  const sends = Array.from({ length: 5 * RATE }, (_, n) => sendText(ana, chatId, `Hola ${n}`));
  const statuses = (await Promise.all(sends)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(RATE);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4 * RATE);
  expect(await contents(bruno, chatId)).toHaveLength(RATE);
});

test('a repeat counts for nothing, and is answered beyond the limit too', async () => {
  const { ana, chatId } = await newPair();
  const first = await sendText(ana, chatId, 'Hola', 'ref-1');
  for (let n = 0; n < 2 * RATE; n++) {
    expect((await sendText(ana, chatId, 'Hola', 'ref-1')).status).toBe(200);
  }
  const file = { bytes: 'x', referenceId: 'ref-2' };
  const firstFile = await sendFile(ana, chatId, file);
  for (let n = 2; n < RATE; n++) expect((await sendText(ana, chatId, `${n}`)).status).toBe(201);
  expect((await sendText(ana, chatId, 'Otro', 'ref-3')).status).toBe(429);
  const again = await sendText(ana, chatId, 'Hola', 'ref-1');
  expect([again.status, again.content]).toEqual([200, first.content]);
  const fileAgain = await sendFile(ana, chatId, file);
  expect([fileAgain.status, fileAgain.content]).toEqual([200, firstFile.content]);
  const params = { chatId };
  const headers = { 'idempotency-key': 'ref-1' };
  const body = { type: 'TEXT' as const, content: 'Hola' };
  expect((await ana.call(sendMessage, { params, headers, body })).status).toBe(200);
});
