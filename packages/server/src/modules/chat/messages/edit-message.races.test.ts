import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import { edit, read } from '../../../../test/edits.ts';
import { textsFound } from '../../../../test/search.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp({}, { connections: 5 });
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const send = async (chatId: string, content: string, sender = cast.ana) =>
  firstOf((await sendText(sender, chatId, content)).content).uuid;

describe('at the same time as', () => {
  test('a deletion, one of them finds nothing and nothing comes back', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await send(cast.ventasChat, `carrera ${round}`);
      const params = { chatId: cast.ventasChat, messageId: uuid };
      const [edited, deleted] = await Promise.all([
        edit(cast.ana, uuid, 'carrera cambiada'),
        cast.elena.call(deleteMessage, { params }),
      ]);
      expect([200, 404]).toContain(edited.status);
      expect(deleted.status).toBe(200);
      expect(await read(cast.ana, cast.ventasChat, uuid)).toBeUndefined();
    }
    expect(await textsFound(app, cast.ana, 'carrera')).toEqual([]);
  });

  test('its author is removed, either it stands or it is refused', async () => {
    const group = await createGroupOf(app, 'A la vez', [cast.ana, cast.bruno]);
    const chat = await groupChatOf(cast.ana, group);
    const uuid = await send(chat, 'antes');
    const params = { groupId: group.uuid, userId: cast.ana.uuid };
    const [edited] = await Promise.all([
      edit(cast.ana, uuid, 'después'),
      cast.elena.call(removeGroupParticipant, { params }),
    ]);
    const said = (await read(cast.bruno, chat, uuid))?.content;
    expect(said).toBe(edited.status === 200 ? 'después' : 'antes');
  });

  test('it is being answered, the quote says what it says', async () => {
    const uuid = await send(cast.ventasChat, 'pregunta');
    const body = { content: 'respuesta' };
    const [, reply] = await Promise.all([
      edit(cast.ana, uuid, 'pregunta mejor'),
      cast.bruno.call(replyToMessage, { params: { messageId: uuid }, body }),
    ]);
    const answer = await read(cast.carla, cast.ventasChat, firstOf(reply.content).uuid);
    expect(answer?.replyToMessageContent).toBe('pregunta mejor');
  });
});
