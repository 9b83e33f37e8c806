import { firstOf } from '@chat/contract/checks';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import { edit, read } from '../../../../test/edits.ts';
import { sentMinutesAgo } from '../../../../test/sent-ago.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const send = async (chatId: string, content: string, sender = cast.ana) =>
  firstOf((await sendText(sender, chatId, content)).content).uuid;

describe('is refused', () => {
  test.each([
    ['others of the chat', () => cast.bruno, 403],
    ['administrators', () => cast.elena, 403],
    ['outsiders', () => cast.diego, 404],
  ])('to %s', async (_, who, status) => {
    const uuid = await send(cast.ventasChat, 'Mío');
    expect((await edit(who(), uuid, 'Tuyo')).status).toBe(status);
    expect((await read(cast.ana, cast.ventasChat, uuid))?.content).toBe('Mío');
  });

  test.each([
    ['blank', '  \u200b'],
    ['missing', null],
    ['too long', 'a'.repeat(10_001)],
    ['with NUL', 'a\u0000b'],
  ])('with a text that is %s (422)', async (_, content) => {
    const uuid = await send(cast.ventasChat, 'Entero');
    const reply = await edit(cast.ana, uuid, content);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['content']);
  });

  test('for what is deleted or unknown (404)', async () => {
    const uuid = await send(cast.ventasChat, 'Fuera');
    await cast.elena.call(deleteMessage, {
      params: { chatId: cast.ventasChat, messageId: uuid },
    });
    expect((await edit(cast.ana, uuid, 'Dentro')).status).toBe(404);
    expect((await edit(cast.ana, NOBODY, 'Dentro')).status).toBe(404);
  });

  test('once its minutes are over, not a moment before (409)', async () => {
    const uuid = await send(cast.ventasChat, 'A tiempo');
    await sentMinutesAgo(app, uuid, 14.9);
    expect((await edit(cast.ana, uuid, 'Justo')).status).toBe(200);
    await sentMinutesAgo(app, uuid, 15);
    const late = await edit(cast.ana, uuid, 'Tarde');
    expect([late.status, late.message]).toEqual([409, 'Ya no se puede editar este mensaje']);
  });

  test('to who left, and in a direct chat whose other one left (403), until they are back', async () => {
    const group = await createGroupOf(app, 'Salidas', [cast.ana, cast.bruno]);
    const chat = await groupChatOf(cast.ana, group);
    const direct = await directChatOf(cast.ana, cast.bruno, group);
    const [inGroup, inDirect] = [await send(chat, 'Uno'), await send(direct, 'Dos')];
    const params = { groupId: group.uuid, userId: cast.bruno.uuid };
    await cast.elena.call(removeGroupParticipant, { params });
    expect((await edit(cast.ana, inDirect, 'Tres')).status).toBe(403);
    const body = { userIds: [cast.bruno.uuid] };
    await cast.elena.call(addGroupParticipants, { params, body });
    expect((await edit(cast.ana, inDirect, 'Tres')).status).toBe(200);
    await cast.elena.call(removeGroupParticipant, {
      params: { groupId: group.uuid, userId: cast.ana.uuid },
    });
    expect((await edit(cast.ana, inGroup, 'Cuatro')).status).toBe(404);
  });
});

test('a configuration tells for how long, and 0 is never', async () => {
  const strict = await startApp({ editMinutes: 0, deleteMinutes: 0.5 });
  const config = await strict.client().request('GET', '/config');
  expect(config.content).toMatchObject({ editMinutes: 0, deleteMinutes: 0.5 });
  const people = await gatherCast(strict);
  const sent = await sendText(people.ana, people.ventasChat, 'Ya');
  const reply = await edit(people.ana, firstOf(sent.content).uuid, 'No');
  expect(reply.status).toBe(409);
  await strict.close();
});
