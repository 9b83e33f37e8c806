import { listGroupChats } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { deleteMessage } from '@chat/contract/messages.routes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectSilence, type LiveStage, startLiveStage } from '../../../../test/live-cast.ts';

let stage: LiveStage;
let cast: LiveStage['cast'];
let direct: string;
let live: LiveStage['live'];
beforeAll(async () => {
  stage = await startLiveStage();
  ({ cast, direct, live } = stage);
});
beforeEach(() => stage.settle());
afterAll(() => stage.close());

const send = async (client: Client, chatId: string) =>
  firstOf((await sendText(client, chatId, 'Hola')).content).seq;

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

  test('writing reads all before: the other tabs of the writer follow', async () => {
    await send(cast.ana, direct);
    const seq = await send(cast.bruno, direct);
    const read = { chatId: direct, seenSeq: seq, unreadCount: 0, lastSeq: seq };
    expect(await live.brunoToo.waitFor('chat:read')).toEqual(read);
    await expectSilence(live, 'chat:read', ['ana', 'anaToo']);
  });
});
