import { listGroupChats } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGroupOf, directChatOf, groupChatOf, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectSilence, type LiveStage, startLiveStage } from '../../../../test/live-cast.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

let stage: LiveStage;
let app: LiveStage['app'];
let cast: LiveStage['cast'];
let direct: string;
let live: LiveStage['live'];
beforeAll(async () => {
  stage = await startLiveStage();
  ({ app, cast, direct, live } = stage);
});
beforeEach(() => stage.settle());
afterAll(() => stage.close());

const send = async (client: Client, chatId: string) =>
  firstOf((await sendText(client, chatId, 'Hola')).content).seq;
const statuses = async (chatId: string, client = cast.ana) =>
  (await client.call(listMessages, { params: { chatId } })).content.map(({ status }) => status);
const statusOf = async (chatId: string, seq: number) => (await statuses(chatId))[seq - 1];

describe('in a direct chat', () => {
  test('delivered: the author hears it on all their sockets, and the message is DELIVERED', async () => {
    const seq = await send(cast.ana, direct);
    expect(await live.bruno.emit('delivered', { chatId: direct, upToSeq: seq })).toEqual({
      ok: true,
    });
    const expected = {
      chatId: direct,
      receiverId: cast.bruno.uuid,
      senderId: cast.ana.uuid,
      upToSeq: seq,
    };
    expect(await live.ana.waitFor('message:delivered')).toEqual(expected);
    expect(await live.anaToo.waitFor('message:delivered')).toEqual(expected);
    expect(await statusOf(direct, seq)).toBe('DELIVERED');
    await expectSilence(live, 'message:delivered', ['bruno', 'brunoToo', 'carla', 'diego']);
  });

  test('seen: the author hears it, and the message is SEEN', async () => {
    const seq = await send(cast.ana, direct);
    await live.bruno.emit('seen', { chatId: direct, upToSeq: seq });
    const expected = {
      chatId: direct,
      receiverId: cast.bruno.uuid,
      senderId: cast.ana.uuid,
      upToSeq: seq,
    };
    expect(await live.ana.waitFor('message:seen')).toEqual(expected);
    expect(await statusOf(direct, seq)).toBe('SEEN');
    await expectSilence(live, 'message:seen', ['bruno', 'brunoToo', 'carla', 'diego']);
  });

  test('without upToSeq it is all so far', async () => {
    await send(cast.ana, direct);
    const last = await send(cast.ana, direct);
    await live.bruno.emit('seen', { chatId: direct });
    expect(await live.ana.waitFor('message:seen')).toMatchObject({ upToSeq: last });
  });

  test('upToSeq leaves what follows as it was, and one beyond the last is the last', async () => {
    const first = await send(cast.ana, direct);
    const second = await send(cast.ana, direct);
    await live.bruno.emit('seen', { chatId: direct, upToSeq: first });
    expect([await statusOf(direct, first), await statusOf(direct, second)]).toEqual([
      'SEEN',
      'SENT',
    ]);
    await live.bruno.emit('seen', { chatId: direct, upToSeq: Number.MAX_SAFE_INTEGER });
    expect(await live.ana.waitFor('message:seen', ({ upToSeq }) => upToSeq > first)).toMatchObject({
      upToSeq: second,
    });
  });

  test('a status never goes backwards, and saying it again tells nobody', async () => {
    const seq = await send(cast.ana, direct);
    await live.bruno.emit('seen', { chatId: direct });
    await live.ana.waitFor('message:seen');
    live.ana.forget();
    for (const upToSeq of [0, 1, seq]) {
      await live.bruno.emit('seen', { chatId: direct, upToSeq });
      await live.bruno.emit('delivered', { chatId: direct, upToSeq });
    }
    expect(await statusOf(direct, seq)).toBe('SEEN');
    await expectSilence(live, 'message:seen', ['ana']);
    await expectSilence(live, 'message:delivered', ['ana']);
  });

  test("the author's own seen marks nothing of theirs", async () => {
    const seq = await send(cast.ana, direct);
    await live.ana.emit('seen', { chatId: direct });
    expect(await statusOf(direct, seq)).toBe('SENT');
  });

  test('writing is seeing: the other hears that their messages are SEEN, by the one who wrote', async () => {
    const seq = await send(cast.ana, direct);
    await send(cast.bruno, direct);
    const expected = { chatId: direct, receiverId: cast.bruno.uuid, senderId: cast.ana.uuid };
    expect(await live.ana.waitFor('message:seen')).toMatchObject(expected);
    expect(await statusOf(direct, seq)).toBe('SEEN');
  });
});

describe('in a group', () => {
  test('DELIVERED and SEEN wait for everybody; receiverId is the last one', async () => {
    const chatId = cast.ventasChat;
    const seq = await send(cast.ana, chatId);
    await live.bruno.emit('seen', { chatId });
    expect(await statusOf(chatId, seq)).toBe('SENT');
    await expectSilence(live, 'message:seen', ['ana']);
    await live.carla.emit('delivered', { chatId });
    const expected = { chatId, receiverId: cast.carla.uuid, senderId: cast.ana.uuid, upToSeq: seq };
    expect(await live.ana.waitFor('message:delivered')).toEqual(expected);
    expect(await statusOf(chatId, seq)).toBe('DELIVERED');
    await live.carla.emit('seen', { chatId });
    expect(await live.ana.waitFor('message:seen')).toEqual(expected);
    expect(await statusOf(chatId, seq)).toBe('SEEN');
    await expectSilence(live, 'message:seen', ['bruno', 'carla', 'diego']);
  });

  test('every author hears of their own messages', async () => {
    const chatId = cast.ventasChat;
    const [anas, brunos] = [await send(cast.ana, chatId), await send(cast.bruno, chatId)];
    await live.ana.emit('seen', { chatId });
    await live.carla.emit('seen', { chatId });
    expect(await live.bruno.waitFor('message:seen')).toMatchObject({ senderId: cast.bruno.uuid });
    expect(await live.ana.waitFor('message:seen', ({ upToSeq }) => upToSeq >= anas)).toMatchObject({
      senderId: cast.ana.uuid,
    });
    expect(await statusOf(chatId, brunos)).toBe('SEEN');
  });

  test('who leaves is waited for no more, and who joins is not waited for what was before', async () => {
    const group = await createGroupOf(app, 'Idas y venidas', [cast.ana, cast.bruno, cast.carla]);
    const chatId = await groupChatOf(cast.ana, group);
    const path = `/groups/${group.uuid}/users`;
    const seq = await send(cast.ana, chatId);
    await live.bruno.emit('seen', { chatId });
    await app.elena.request('DELETE', `${path}/${cast.carla.uuid}`);
    const expected = { chatId, receiverId: cast.bruno.uuid, senderId: cast.ana.uuid, upToSeq: seq };
    expect(await live.ana.waitFor('message:seen')).toEqual(expected);
    await app.elena.request('POST', path, { userIds: [cast.diego.uuid] });
    expect(await statuses(chatId)).toEqual(['SEEN']);
    expect(await send(cast.ana, chatId)).toBe(seq + 1);
    await live.bruno.emit('seen', { chatId });
    expect(await statuses(chatId)).toEqual(['SEEN', 'SENT']);
  });
});

test('registering counts as delivered for everything that arrived meanwhile', async () => {
  const chatId = await directChatOf(
    cast.ana,
    cast.diego,
    await createGroupOf(app, 'Con Diego', [cast.ana, cast.diego]),
  );
  live.diego.close();
  const seq = await send(cast.ana, chatId);
  live.diego = await cast.diego.connect();
  const expected = { chatId, receiverId: cast.diego.uuid, senderId: cast.ana.uuid, upToSeq: seq };
  expect(await live.ana.waitFor('message:delivered', (event) => event.chatId === chatId)).toEqual(
    expected,
  );
  expect(await statusOf(chatId, seq)).toBe('DELIVERED');
});

describe('who may say it', () => {
  test('nobody marks a chat that is not theirs, nor one that does not exist', async () => {
    const seq = await send(cast.ana, direct);
    for (const [socket, chatId] of [
      [live.carla, direct],
      [live.diego, direct],
      [live.bruno, NOBODY],
    ] as const) {
      for (const event of ['seen', 'delivered'] as const) {
        expect(await socket.emit(event, { chatId })).toMatchObject({ ok: false });
      }
    }
    expect(await statusOf(direct, seq)).toBe('SENT');
  });
});

describe('chat:read', () => {
  const unread = async (client: Client) =>
    (await client.call(listGroupChats, { params: { groupId: cast.ventas.uuid } })).content.find(
      ({ chatUuid }) => chatUuid === direct,
    );

  test("reaches the reader's own sockets with their mark and what is left, and nobody else", async () => {
    const first = await send(cast.ana, direct);
    const lastSeq = await send(cast.ana, direct);
    await live.bruno.emit('seen', { chatId: direct, upToSeq: first });
    const read = { chatId: direct, seenSeq: first, unreadCount: 1, lastSeq };
    expect(await live.bruno.waitFor('chat:read')).toEqual(read);
    expect(await live.brunoToo.waitFor('chat:read')).toEqual(read);
    expect(await unread(cast.bruno)).toMatchObject({ seenSeq: first, unreadCount: 1 });
    await expectSilence(live, 'chat:read', ['ana', 'anaToo', 'carla', 'diego']);
  });

  test('counts no deleted message among those that are left', async () => {
    const first = await send(cast.ana, direct);
    await send(cast.ana, direct);
    const { uuid: messageId, seq } = firstOf((await sendText(cast.ana, direct, 'Adiós')).content);
    await cast.elena.call(deleteMessage, { params: { chatId: direct, messageId } });
    await live.bruno.emit('seen', { chatId: direct, upToSeq: first });
    const read = { chatId: direct, seenSeq: first, unreadCount: 1, lastSeq: seq };
    expect(await live.bruno.waitFor('chat:read')).toEqual(read);
  });

  test('delivered does not read', async () => {
    await send(cast.ana, direct);
    await live.bruno.emit('delivered', { chatId: direct });
    await expectSilence(live, 'chat:read', ['bruno', 'brunoToo']);
  });

  test('delivered takes back nothing that was read', async () => {
    const first = await send(cast.ana, direct);
    await live.bruno.emit('seen', { chatId: direct });
    await send(cast.ana, direct);
    await live.bruno.emit('delivered', { chatId: direct });
    expect(await unread(cast.bruno)).toMatchObject({ seenSeq: first, unreadCount: 1 });
  });

  test('writing reads all before: the other tabs of the writer follow', async () => {
    await send(cast.ana, direct);
    const seq = await send(cast.bruno, direct);
    const read = { chatId: direct, seenSeq: seq, unreadCount: 0, lastSeq: seq };
    expect(await live.brunoToo.waitFor('chat:read')).toEqual(read);
    await expectSilence(live, 'chat:read', ['ana', 'anaToo']);
  });
});
