import { firstOf, required } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { deleteOwnMessage, listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { fetchFile, sendFile } from '../../../../test/files.ts';
import { sentMinutesAgo } from '../../../../test/sent-ago.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const send = async (chatId: string, content = 'por error') =>
  firstOf((await sendText(cast.ana, chatId, content)).content).uuid;
const remove = (who: Client, messageId: string) =>
  who.call(deleteOwnMessage, { params: { messageId } });

test('its author takes a message away from everybody, and no act of an administrator is recorded', async () => {
  const uuid = await send(cast.ventasChat);
  const [bruno, diego] = await Promise.all([cast.bruno.connect(), cast.diego.connect()]);
  expect(await remove(cast.ana, uuid)).toMatchObject({ status: 200, content: null });
  const deleted = await bruno.waitFor('message:deleted', ({ messageId }) => messageId === uuid);
  expect(deleted).toEqual({ chatId: cast.ventasChat, messageId: uuid });
  await diego.fence();
  expect(diego.all('message:deleted')).toEqual([]);
  const { content } = await cast.bruno.call(listMessages, { params: { chatId: cast.ventasChat } });
  expect(content.some((message) => message.uuid === uuid)).toBe(false);
  const acts = await auditEvents(cast.elena, { action: 'MESSAGE_DELETED' });
  expect(acts.filter(({ messageId }) => messageId === uuid)).toEqual([]);
  expect((await remove(cast.ana, uuid)).status).toBe(404);
  bruno.close();
  diego.close();
});

test('its file is gone at once', async () => {
  const sent = await sendFile(cast.ana, cast.ventasChat, { bytes: 'datos' });
  const params = { chatId: cast.ventasChat };
  const message = (await cast.ana.call(listMessages, { params })).content.at(-1);
  await remove(cast.ana, firstOf(sent.content).uuid);
  expect((await fetchFile(cast.bruno, required(message, 'message').mediaUrl)).status).toBe(404);
});

test('an unknown one is 404', async () => {
  expect((await remove(cast.ana, NOBODY)).status).toBe(404);
});

test('is over after its minutes (409)', async () => {
  const uuid = await send(cast.ventasChat, 'antiguo');
  await sentMinutesAgo(app, uuid, 60);
  const late = await remove(cast.ana, uuid);
  expect([late.status, late.message]).toEqual([409, 'Ya no se puede eliminar este mensaje']);
  await sentMinutesAgo(app, uuid, 59.9);
  expect((await remove(cast.ana, uuid)).status).toBe(200);
});

test('works where the other one of a direct chat left, and not for who left themselves', async () => {
  const group = await createGroupOf(app, 'Salidas', [cast.ana, cast.bruno]);
  const chat = await groupChatOf(cast.ana, group);
  const direct = await directChatOf(cast.ana, cast.bruno, group);
  const [inGroup, inDirect] = [await send(chat), await send(direct)];
  const leave = (one: Client) =>
    cast.elena.call(removeGroupParticipant, {
      params: { groupId: group.uuid, userId: one.uuid },
    });
  await leave(cast.bruno);
  expect((await remove(cast.ana, inDirect)).status).toBe(200);
  await leave(cast.ana);
  expect((await remove(cast.ana, inGroup)).status).toBe(404);
});
