import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const send = (client: Client, chatId: string, body: unknown) =>
  client.request('POST', `/chats/${chatId}/messages`, body);
const newest = async (client: Client, chatId: string) =>
  (await client.call(listMessages, { params: { chatId } })).content.at(-1);
const total = async (chatId: string) =>
  (await cast.ana.call(listMessages, { params: { chatId } })).pagination?.totalElements;

describe('sending', () => {
  test('answers 201 with the ids of what was created', async () => {
    const reply = await sendText(cast.ana, direct, 'Hola', 'mi-referencia');
    expect(reply.status).toBe(201);
    expect(reply.content).toEqual([
      {
        uuid: expect.any(String),
        id: expect.any(Number),
        referenceId: 'mi-referencia',
        chatUuid: direct,
        seq: 1,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        status: 'SENT',
      },
    ]);
  });

  test('stores every field of a Message, both names of the same id included', async () => {
    const [created] = (await sendText(cast.ana, cast.ventasChat, 'Hola', 'otra')).content;
    expect(await newest(cast.bruno, cast.ventasChat)).toMatchObject({
      ...created,
      chatId: cast.ventasChat,
      chatType: 'GROUP',
      groupId: cast.ventas.uuid,
      groupUuid: cast.ventas.uuid,
      senderId: cast.ana.uuid,
      senderEmail: 'ana@empresa.local',
      type: 'TEXT',
      content: 'Hola',
      mediaUrl: null,
      fileName: null,
      fileSize: null,
      mediaWidth: null,
      mediaHeight: null,
      mimeType: null,
      durationMs: null,
      waveform: null,
      editedAt: null,
      forwarded: false,
      replyToMessageUuid: null,
      replyToMessageContent: null,
      reactions: [],
      mentions: [],
    });
  });

  test('a personal chat has no group, and what it holds is SEEN', async () => {
    const chat = (await cast.ana.call(getPersonalChat, {})).content.uuid;
    const reply = await sendText(cast.ana, chat, 'Nota');
    expect(reply.content).toMatchObject([{ status: 'SEEN' }]);
    expect(await newest(cast.ana, chat)).toMatchObject({ groupId: null, chatType: 'PERSONAL' });
  });

  test('referenceId may be left out; then every send is a new message', async () => {
    const before = required(await total(direct), 'total');
    for (const referenceId of [undefined, null]) {
      await send(cast.ana, direct, { type: 'TEXT', content: 'a', referenceId });
    }
    expect(await total(direct)).toBe(before + 2);
  });

  test.each([
    ['CRLF becomes LF', 'uno\r\ndos\r\n', 'uno\ndos\n'],
    ['a lone CR stays', 'uno\rdos', 'uno\rdos'],
    ['blanks around stay', '  hola \n ', '  hola \n '],
    ['markup stays as it was typed', '<b>&amp;</b>', '<b>&amp;</b>'],
    ['compound characters stay', 'e\u0301 👩‍👩‍👧', 'e\u0301 👩‍👩‍👧'],
    ['10 000 code points fit, however many bytes', '👍'.repeat(10_000), '👍'.repeat(10_000)],
  ])('%s', async (_, content, stored) => {
    expect((await sendText(cast.ana, direct, content)).status).toBe(201);
    expect((await newest(cast.bruno, direct))?.content).toBe(stored);
  });
});

describe('fields of a message', () => {
  const text = { type: 'TEXT', content: 'Hola' };
  test.each<[string, string, unknown]>([
    ['content', 'missing', undefined],
    ['content', 'blank', ' \n\t '],
    ['content', 'of characters that nobody sees', '\u200b\u2060\ufe0f\u3164 '],
    ['content', 'a number', 7],
    ['content', 'a list', ['a']],
    ['content', 'too long', 'x'.repeat(10_001)],
    ['content', 'NUL', 'ho\u0000la'],
    ['content', 'half a character', 'ho\ud800la'],
    ['type', 'missing', undefined],
    ['type', 'unknown', 'AUDIO'],
    ['type', 'lowercase', 'text'],
    ['type', 'a list', ['TEXT']],
    ['referenceId', 'too long', 'x'.repeat(65)],
    ['referenceId', 'empty', ''],
    ['referenceId', 'a number', 7],
    ['referenceId', 'NUL', 'a\u0000'],
    ['referenceId', 'half a character', '\udfff'],
    ['mentionedUserIds', 'no list', 'ana'],
    ['mentionedUserIds', 'no uuids', ['ana']],
    ['mentionedUserIds', 'numbers', [1]],
    ['mentionedUserIds', 'an object', { 0: 'a' }],
  ])('%s: %s is 422', async (field, _, value) => {
    const reply = await send(cast.ana, direct, { ...text, [field]: value });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
    expect(reply.errors[field]?.[0]).toMatch(/^[A-ZÁÉÍÓÚ]/);
  });

  test('an IMAGE, a VIDEO or a FILE without its file is 422', async () => {
    for (const type of ['IMAGE', 'VIDEO', 'FILE']) {
      expect((await send(cast.ana, direct, { type, content: 'a' })).status).toBe(422);
    }
  });
});

test('a chat id that names nothing is 404', () =>
  expectUnknownIds(cast.ana, [[listMessages], [sendMessage, { type: 'TEXT', content: 'a' }]]));

describe('a repeated referenceId', () => {
  test('answers 200 with the first message and stores nothing', async () => {
    const first = await sendText(cast.ana, direct, 'Una vez', 'repetida');
    const before = await total(direct);
    const again = await sendText(cast.ana, direct, 'Otra cosa', 'repetida');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.content).toEqual(first.content);
    expect(await total(direct)).toBe(before);
  });

  test('of 20 at once one is stored, and all answer with it', async () => {
    const before = required(await total(direct), 'total');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => sendText(cast.ana, direct, 'A la vez', 'a-la-vez')),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(replies.map(({ content }) => content[0]?.uuid)).size).toBe(1);
    expect(await total(direct)).toBe(before + 1);
  });

  test('is one sender’s in one chat: others and elsewhere it is a new message', async () => {
    await sendText(cast.ana, direct, 'Una', 'compartida');
    expect((await sendText(cast.bruno, direct, 'Otra', 'compartida')).status).toBe(201);
    expect((await sendText(cast.ana, cast.ventasChat, 'Otra', 'compartida')).status).toBe(201);
  });

  test('may also come as an `Idempotency-Key`, which a referenceId of the body goes before', async () => {
    const post = (body: object, key: string) =>
      cast.ana.request('POST', `/chats/${direct}/messages`, body, { 'idempotency-key': key });
    const text = { type: 'TEXT', content: 'Con clave' };
    const first = await post(text, 'una-clave');
    const again = await post(text, 'una-clave');
    const other = await post({ ...text, referenceId: 'otra-clave' }, 'una-clave');
    expect([first.status, again.status, other.status]).toEqual([201, 200, 201]);
    expect(first.content).toMatchObject([{ referenceId: 'una-clave' }]);
    expect(again.content).toEqual(first.content);
    expect(other.content).toMatchObject([{ referenceId: 'otra-clave' }]);
    const wrong = await post(text, 'x'.repeat(65));
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['idempotency-key']]);
  });

  test('64 characters of any kind are taken as they are', async () => {
    const referenceId = '👍'.repeat(64);
    const reply = await sendText(cast.ana, direct, 'Larga', referenceId);
    expect(reply.content).toMatchObject([{ referenceId }]);
  });
});

test('50 senders at once: 1, 2, 3 … without gaps, in the order of their times', async () => {
  const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => sendText(i % 2 ? cast.ana : cast.carla, chat, `${i}`)),
  );
  expect(replies.every(({ status }) => status === 201)).toBe(true);
  const { content } = await cast.ana.call(listMessages, { params: { chatId: chat } });
  expect(content.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  const times = content.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort());
  const ids = content.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
});
