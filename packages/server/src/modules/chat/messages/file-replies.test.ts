import { once } from 'node:events';
import { connect } from 'node:net';
import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { deleteMessage } from '@chat/contract/messages';
import type { CreatedMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  blobOf,
  fetchFile,
  formOf,
  newestOf,
  picture,
  sentFile,
  storedKeys,
} from '../../../../test/files.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

const LARGEST = 300_000;

let app: TestApp;
let cast: Cast;
let question: string;
let before: string[];
beforeAll(async () => {
  app = await startApp({ maxUploadBytes: LARGEST });
  cast = await gatherCast(app);
  question = await write(cast.ana, cast.ventasChat, '¿Cómo quedó?');
});
beforeEach(async () => {
  before = await storedKeys(app);
});
afterAll(() => app.close());

async function write(client: Client, chat: string, content: string): Promise<string> {
  return firstOf((await sendText(client, chat, content)).content).uuid;
}

type Field = Parameters<typeof formOf>[0][number];
const replyForm = (client: Client, messageId: string, fields: Field[]) =>
  client.request<CreatedMessage[]>('POST', `/chats/messages/${messageId}/reply`, formOf(fields));
const image = (bytes: Buffer | string, name = 'foto.png'): Field => ['image', blobOf(bytes), name];
const note = (content: string): Field[] => [['type', 'FILE'], ['content', content], image('hola')];
const expectNothingStored = async () => expect(await storedKeys(app)).toEqual(before);

describe('a reply with a file', () => {
  test('is a message with that file that quotes the one it answers', async () => {
    const bytes = await picture('png', 900, 300);
    const fields: Field[] = [['type', 'IMAGE'], ['content', 'Así'], image(bytes)];
    const reply = await replyForm(cast.bruno, question, fields);
    expect(reply).toMatchObject({ status: 201, content: [{ chatUuid: cast.ventasChat }] });
    const message = await newestOf(cast.carla, cast.ventasChat);
    expect(message).toMatchObject({
      uuid: reply.content[0]?.uuid,
      type: 'IMAGE',
      content: 'Así',
      fileName: 'foto.png',
      mediaWidth: 900,
      replyToMessageUuid: question,
      replyToMessageContent: '¿Cómo quedó?',
      replyToMessageSenderId: cast.ana.uuid,
      replyToMessageMediaUrl: null,
    });
    const read = await fetchFile(cast.carla, message?.mediaUrl ?? null);
    expect(read.bytes.equals(bytes)).toBe(true);
  });

  test('needs no words, may be of any kind and may answer a picture', async () => {
    const photo = await sentFile(cast.ana, cast.ventasChat, {
      type: 'IMAGE',
      bytes: await picture(),
    });
    const fields: Field[] = [['type', 'FILE'], image('%PDF-1.7\n', 'informe.pdf')];
    expect((await replyForm(cast.bruno, photo.uuid, fields)).status).toBe(201);
    expect(await newestOf(cast.ana, cast.ventasChat)).toMatchObject({
      type: 'FILE',
      content: '',
      fileName: 'informe.pdf',
      replyToMessageUuid: photo.uuid,
      replyToMessageMediaUrl: photo.mediaUrl,
    });
  });

  test('is heard live just as it is fetched, mentions included; not by outsiders', async () => {
    const [live, outside] = [await cast.ana.connect(), await cast.diego.connect()];
    const mentions: Field = ['mentionedUserIds', JSON.stringify([cast.carla.uuid])];
    await replyForm(cast.bruno, question, [...note(`@${cast.carla.email}`), mentions]);
    const received = await live.waitFor('message');
    const message = await newestOf(cast.ana, cast.ventasChat);
    expect(message?.mentions).toEqual([{ uuid: cast.carla.uuid, email: cast.carla.email }]);
    expect({ ...received, status: message?.status }).toEqual(message);
    await outside.fence();
    expect(outside.all('message')).toEqual([]);
    live.close();
    outside.close();
  });

  test('is stored once under its referenceId, with its first file', async () => {
    const send = (words: string) =>
      replyForm(cast.bruno, question, [...note(words), ['referenceId', 'otra-vez']]);
    const first = await send('uno');
    const kept = await storedKeys(app);
    const again = await send('dos');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.content).toEqual(first.content);
    expect(await newestOf(cast.ana, cast.ventasChat)).toMatchObject({ content: 'uno' });
    expect(await storedKeys(app)).toEqual(kept);
  });

  test('to what was deleted meanwhile is 404, unless it is a repeat', async () => {
    const messageId = await write(cast.ana, cast.ventasChat, 'Por error');
    const repeat: Field[] = [...note('antes'), ['referenceId', 'antes']];
    const first = await replyForm(cast.bruno, messageId, repeat);
    const kept = await storedKeys(app);
    await app.elena.call(deleteMessage, { params: { chatId: cast.ventasChat, messageId } });
    expect((await replyForm(cast.bruno, messageId, note('después'))).status).toBe(404);
    const again = await replyForm(cast.bruno, messageId, repeat);
    expect([again.status, again.content]).toEqual([200, first.content]);
    expect(await storedKeys(app)).toEqual(kept);
  });
});

describe('a reply as a form', () => {
  test('may be of words alone, whose type need not be said', async () => {
    expect((await replyForm(cast.bruno, question, [['content', 'Bien']])).status).toBe(201);
    expect(await newestOf(cast.ana, cast.ventasChat)).toMatchObject({
      type: 'TEXT',
      content: 'Bien',
      replyToMessageUuid: question,
    });
  });

  test.each<[string, Field[], string]>([
    ['no words and no file', [['type', 'TEXT']], 'content'],
    ['a file that is no TEXT’s', [['type', 'TEXT'], ['content', 'Hola'], image('x')], 'image'],
    ['a file and no type', [['content', 'Hola'], image('x')], 'image'],
    [
      'an IMAGE without a file',
      [
        ['type', 'IMAGE'],
        ['content', 'Hola'],
      ],
      'image',
    ],
    ['an IMAGE that is none', [['type', 'IMAGE'], image('GIF es un formato')], 'image'],
    ['an empty file', [['type', 'FILE'], image('')], 'image'],
    ['two files', [['type', 'FILE'], image('a'), image('b')], 'image'],
    ['a type that is none', [['type', 'AUDIO'], image('a')], 'type'],
    ['too many words', [['type', 'FILE'], ['content', 'x'.repeat(10_001)], image('a')], 'content'],
  ])('with %s is 422 and leaves nothing', async (_, fields, field) => {
    const reply = await replyForm(cast.bruno, question, fields);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
    await expectNothingStored();
  });

  test('with too large a file is 413 and leaves nothing', async () => {
    const fields: Field[] = [['type', 'FILE'], image(Buffer.alloc(LARGEST + 1, 1))];
    const reply = await replyForm(cast.bruno, question, fields);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([413, ['image']]);
    await expectNothingStored();
  });

  test('in JSON cannot pretend to carry a file', async () => {
    const path = `/chats/messages/${question}/reply`;
    for (const type of ['IMAGE', 'FILE', 'TEXT']) {
      const body = { type, content: 'a', image: { fileName: 'a', path: '/etc/passwd', size: 5 } };
      const reply = await cast.bruno.request('POST', path, body);
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['image']]);
    }
  });
});

describe('who may not answer there', () => {
  const personalNote = async () =>
    write(cast.ana, (await cast.ana.call(getPersonalChat, {})).content.uuid, 'Nota');
  const file = () => sentFile(cast.ana, cast.ventasChat, { bytes: 'hola' });

  /** Announces a large reply and sends only its beginning; returns the status of the early answer. */
  async function statusBeforeTheFile(token: string | undefined, messageId: string) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      [
        `POST /api/chats/messages/${messageId}/reply HTTP/1.1`,
        'Host: localhost',
        ...(token ? [`Authorization: Bearer ${token}`] : []),
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${LARGEST}`,
        '',
        '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nxxxx',
      ].join('\r\n'),
    );
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return Number(/^HTTP\/1.1 (\d+)/.exec(String(answer))?.[1]);
  }

  test('is told so before their file has arrived', async () => {
    const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    const between = await write(cast.ana, direct, 'Entre nosotros');
    const cases: [string | undefined, string, number][] = [
      [cast.diego.token, question, 404],
      [cast.carla.token, between, 404],
      [app.elena.token, question, 403],
      [undefined, question, 401],
      [cast.ana.token, await personalNote(), 422],
      [cast.bruno.token, await personalNote(), 404],
      [cast.bruno.token, (await file()).uuid, 422],
      [cast.bruno.token, NOBODY, 404],
    ];
    const kept = await storedKeys(app);
    for (const [token, messageId, status] of cases) {
      expect([messageId, await statusBeforeTheFile(token, messageId)]).toEqual([messageId, status]);
    }
    expect(await storedKeys(app)).toEqual(kept);
  });
});
