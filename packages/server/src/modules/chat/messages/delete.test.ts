import { getPersonalChat, listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const send = async (chatId: string, content: string, sender = cast.ana) =>
  firstOf((await sendText(sender, chatId, content)).content).uuid;
const remove = (who: Client, chatId: string, messageId: string) =>
  who.call(deleteMessage, { params: { chatId, messageId } });
const contents = async (who: Client, chatId: string) =>
  (await who.call(listMessages, { params: { chatId } })).content.map((message) => message.content);

describe('deleting a message', () => {
  test('takes it out of the conversation for everybody, at once', async () => {
    const uuid = await send(cast.ventasChat, 'por error');
    const [bruno, diego] = await Promise.all([cast.bruno.connect(), cast.diego.connect()]);
    const reply = await remove(cast.elena, cast.ventasChat, uuid);
    expect(reply).toMatchObject({ status: 200, content: null });
    const deleted = await bruno.waitFor('message:deleted', ({ messageId }) => messageId === uuid);
    expect(deleted).toEqual({ chatId: cast.ventasChat, messageId: uuid });
    await diego.fence();
    expect(diego.all('message:deleted')).toEqual([]);
    expect(await contents(cast.bruno, cast.ventasChat)).not.toContain('por error');
    bruno.close();
    diego.close();
  });

  test('reaches the administrator who watches the chat', async () => {
    const uuid = await send(cast.ventasChat, 'vigilado');
    const elena = await cast.elena.connect();
    await elena.emit('watch', { chatId: cast.ventasChat });
    await remove(cast.elena, cast.ventasChat, uuid);
    expect(await elena.waitFor('message:deleted')).toEqual({
      chatId: cast.ventasChat,
      messageId: uuid,
    });
    elena.close();
  });

  test('is for administrators alone, and a second time finds nothing', async () => {
    const uuid = await send(cast.ventasChat, 'solo administradores');
    expect((await remove(cast.ana, cast.ventasChat, uuid)).status).toBe(403);
    expect((await remove(cast.elena, cast.ventasChat, uuid)).status).toBe(200);
    expect((await remove(cast.elena, cast.ventasChat, uuid)).status).toBe(404);
  });

  test('needs the chat the message stands in', async () => {
    const uuid = await send(cast.ventasChat, 'en su sitio');
    const other = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    expect((await remove(cast.elena, other, uuid)).status).toBe(404);
    expect(await contents(cast.ana, cast.ventasChat)).toContain('en su sitio');
  });

  test("does not reach into anybody's personal chat", async () => {
    const { content: chat } = await cast.ana.call(getPersonalChat, {});
    const uuid = await send(chat.uuid, 'mío');
    expect((await remove(cast.elena, chat.uuid, uuid)).status).toBe(404);
    expect(await contents(cast.ana, chat.uuid)).toEqual(['mío']);
  });

  test('leaves replies with their place and a quote that says so', async () => {
    const uuid = await send(cast.ventasChat, 'original');
    const params = { messageId: uuid };
    await cast.bruno.call(replyToMessage, { params, body: { content: 'respuesta' } });
    await remove(cast.elena, cast.ventasChat, uuid);
    const list = await cast.ana.call(listMessages, { params: { chatId: cast.ventasChat } });
    expect(list.content.at(-1)).toMatchObject({
      content: 'respuesta',
      replyToMessageUuid: uuid,
      replyToMessageContent: 'Mensaje eliminado',
    });
  });

  test('lowers unread counters and gives the chat its last message back', async () => {
    const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
    await send(chat, 'primero');
    const second = await send(chat, 'segundo');
    const entry = async () => {
      const params = { groupId: cast.ventas.uuid };
      const list = await cast.carla.call(listGroupChats, { params });
      return list.content.find(({ chatUuid }) => chatUuid === chat);
    };
    const unread = async () => {
      const groups = await cast.carla.call(listOwnGroups, {});
      return groups.content.find(({ uuid }) => uuid === cast.ventas.uuid)?.unreadCount ?? 0;
    };
    const before = await unread();
    await remove(cast.elena, chat, second);
    expect(await entry()).toMatchObject({ unreadCount: 1, lastMessage: { content: 'primero' } });
    expect(await unread()).toBe(before - 1);
  });

  test('of the only message leaves the chat out of the monitoring list', async () => {
    const chat = await directChatOf(cast.bruno, cast.carla, cast.ventas);
    const only = await send(chat, 'único', cast.bruno);
    const listed = async () =>
      (await cast.elena.call(listChats, {})).content.some(({ uuid }) => uuid === chat);
    expect(await listed()).toBe(true);
    await remove(cast.elena, chat, only);
    expect(await listed()).toBe(false);
  });

  test('never gives its number again', async () => {
    const uuid = await send(cast.ventasChat, 'numerado');
    await remove(cast.elena, cast.ventasChat, uuid);
    const [first] = (await sendText(cast.ana, cast.ventasChat, 'siguiente')).content;
    const [second] = (await sendText(cast.ana, cast.ventasChat, 'otro más')).content;
    expect((second?.seq ?? 0) - (first?.seq ?? 0)).toBe(1);
  });
});
