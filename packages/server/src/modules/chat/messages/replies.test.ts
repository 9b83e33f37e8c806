import { firstOf } from '@chat/contract/checks';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds, wrongTexts } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
let question: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  question = await write(cast.ana, direct, '¿Vienes?');
});
afterAll(() => app.close());

async function write(client: Client, chat: string, content: string): Promise<string> {
  return firstOf((await sendText(client, chat, content)).content).uuid;
}
const reply = (client: Client, messageId: string, content = 'Sí', referenceId?: string) =>
  client.call(replyToMessage, { params: { messageId }, body: { content, referenceId } });

test('a reply is a message that quotes the one it answers', async () => {
  const [created] = (await reply(cast.bruno, question, 'Voy')).content;
  const { content } = await cast.ana.call(listMessages, { params: { chatId: direct } });
  expect(content.at(-1)).toMatchObject({
    uuid: created?.uuid,
    type: 'TEXT',
    content: 'Voy',
    senderId: cast.bruno.uuid,
    replyToMessageUuid: question,
    replyToMessageContent: '¿Vienes?',
    replyToMessageSenderId: cast.ana.uuid,
    replyToMessageSenderEmail: cast.ana.email,
    replyToMessageMediaUrl: null,
  });
});

test('it answers 201 with the ids, and 200 with the same ones on a repeat', async () => {
  const first = await reply(cast.bruno, question, 'Sí', 'respuesta');
  const again = await reply(cast.bruno, question, 'Sí', 'respuesta');
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(first.content).toMatchObject([{ referenceId: 'respuesta', chatUuid: direct }]);
  expect(again.content).toEqual(first.content);
});

test('what is deleted cannot be answered any more; an answer given before is still repeatable', async () => {
  const messageId = await write(cast.ana, direct, 'Por error');
  const first = await reply(cast.bruno, messageId, 'Sí', 'antes');
  await app.elena.call(deleteMessage, { params: { chatId: direct, messageId } });
  expect((await reply(cast.bruno, messageId)).status).toBe(404);
  const again = await reply(cast.bruno, messageId, 'Sí', 'antes');
  expect([again.status, again.content]).toEqual([200, first.content]);
});

test('the live message quotes just as the fetched one does', async () => {
  const live = await cast.ana.connect();
  await reply(cast.bruno, question, 'En directo');
  const received = await live.waitFor('message');
  const { content } = await cast.ana.call(listMessages, { params: { chatId: direct } });
  expect({ ...received, status: content.at(-1)?.status }).toEqual(content.at(-1));
  live.close();
});

test.each(wrongTexts(10_000))('content cannot be %s', async (_, content) => {
  const body = { content };
  const answer = await cast.bruno.request('POST', `/chats/messages/${question}/reply`, body);
  expect([answer.status, Object.keys(answer.errors)]).toEqual([422, ['content']]);
});

test('an id that names nothing is 404', () =>
  expectUnknownIds(cast.ana, [[replyToMessage, { content: 'a' }]]));
