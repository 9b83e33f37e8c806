import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { replyToMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { upTo } from '../../../../test/sends.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp({}, { connections: 5 });
  cast = await gatherCast(app);
});
afterAll(() => app.close());

test('of 200 sends at once in several chats, some refused and some repeated, each gets its own answer and no number is missing', async () => {
  const { ana, bruno, carla, diego, elena, ventas, ventasChat } = cast;
  const direct = await directChatOf(ana, bruno, ventas);
  const own = (await carla.call(getPersonalChat, {})).content.uuid;
  const nowhere = crypto.randomUUID();
  const [gone] = (await sendText(bruno, ventasChat, 'Se borra')).content;
  const messageId = required(gone, 'gone').uuid;
  await elena.call(deleteMessage, { params: { chatId: ventasChat, messageId } });
  const mention = (n: number) =>
    ana.call(sendMessage, {
      params: { chatId: ventasChat },
      body: {
        type: 'TEXT',
        content: `@bruno ${n}`,
        referenceId: `llamada-${n}`,
        mentionedUserIds: [bruno.uuid, diego.uuid],
      },
    });
  const kinds: { expected: number; send(n: number): Promise<{ status: number }> }[] = [
    { expected: 201, send: (n) => sendText(ana, ventasChat, `Ana ${n}`) },
    { expected: 201, send: (n) => sendText(bruno, direct, `Bruno ${n}`) },
    { expected: 404, send: (n) => sendText(diego, ventasChat, `Diego ${n}`) },
    { expected: 201, send: (n) => sendText(carla, own, `Nota ${n}`) },
    { expected: 403, send: (n) => sendText(elena, direct, `Elena ${n}`) },
    { expected: 404, send: (n) => sendText(ana, nowhere, `Nada ${n}`) },
    { expected: 200, send: (n) => sendText(carla, ventasChat, `Otra vez ${n}`, 'la-misma') },
    { expected: 201, send: mention },
    {
      expected: 404,
      send: () => carla.call(replyToMessage, { params: { messageId }, body: { content: 'Tarde' } }),
    },
    { expected: 201, send: (n) => sendText(ana, direct, `Ana a Bruno ${n}`) },
  ];
  await sendText(carla, ventasChat, 'La primera vez', 'la-misma');
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const { expected, send } = required(kinds[n % kinds.length], 'kind');
      return [n, expected, (await send(n)).status];
    }),
  );
  expect(answers.filter(([, expected, status]) => status !== expected)).toEqual([]);
  for (const [reader, chatId, count] of [
    [ana, ventasChat, 42],
    [ana, direct, 40],
    [carla, own, 20],
  ] as const) {
    const { content } = await reader.call(listMessages, { params: { chatId } });
    const isDeletedFirst = chatId === ventasChat;
    expect(content.map(({ seq }) => seq)).toEqual(upTo(count).slice(isDeletedFirst ? 1 : 0));
  }
  const { content } = await ana.call(listMessages, { params: { chatId: ventasChat } });
  const called = content.filter(({ content: text }) => text.startsWith('@bruno'));
  expect(called.map(({ mentions }) => mentions.map(({ email }) => email))).toEqual(
    Array(20).fill(['bruno@empresa.local']),
  );
});
