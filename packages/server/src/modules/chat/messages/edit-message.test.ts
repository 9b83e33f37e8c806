import { getPersonalChat, listGroupChats } from '@chat/contract/chats/chats.routes';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups/groups.routes';
import {
  deleteMessage,
  editMessage,
  listMessages,
  replyToMessage,
  sendMessage,
} from '@chat/contract/messages/messages.routes';
import { firstOf } from '@chat/contract/shared/required';
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
import type { Client } from '../../../../test/client.ts';
import { sendFile } from '../../../../test/files.ts';
import { textsFound } from '../../../../test/search.ts';
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
const edit = (who: Client, messageId: string, content: string | null, mentioned?: string[]) =>
  who.call(editMessage, {
    params: { messageId },
    body: { content, ...(mentioned && { mentionedUserIds: mentioned }) },
  });
const read = async (who: Client, chatId: string, uuid: string) =>
  (await who.call(listMessages, { params: { chatId } })).content.find((one) => one.uuid === uuid);

describe('an edit by its author', () => {
  test('is what everybody reads from then on, with its place and its ticks', async () => {
    const uuid = await send(cast.ventasChat, 'El lunes');
    const before = await read(cast.bruno, cast.ventasChat, uuid);
    const { status, content } = await edit(cast.ana, uuid, 'El martes');
    expect(status).toBe(200);
    expect(content).toEqual({ ...before, content: 'El martes', editedAt: content.editedAt });
    expect(await read(cast.bruno, cast.ventasChat, uuid)).toEqual(content);
  });

  test('reaches members and watchers as it is fetched, and does not reach Diego', async () => {
    const uuid = await send(cast.ventasChat, 'Vigilado');
    const [ana, bruno, diego, elena] = await Promise.all(
      [cast.ana, cast.bruno, cast.diego, cast.elena].map((one) => one.connect()),
    );
    await elena?.emit('watch', { chatId: cast.ventasChat });
    const { content } = await edit(cast.ana, uuid, 'Vigilado y cambiado');
    for (const socket of [ana, bruno, elena]) {
      expect(await socket?.waitFor('message:edited', (one) => one.uuid === uuid)).toEqual({
        ...content,
        newMentions: [],
      });
    }
    await diego?.fence();
    expect(diego?.all('message:edited')).toEqual([]);
    for (const socket of [ana, bruno, diego, elena]) socket?.close();
  });

  test('has a later time each, also of two at once', async () => {
    const uuid = await send(cast.ventasChat, 'Cero');
    const edits = await Promise.all(['Uno', 'Dos', 'Tres'].map((one) => edit(cast.ana, uuid, one)));
    const byTime = edits
      .map(({ content }) => content)
      .sort((one, other) => ((one.editedAt ?? '') < (other.editedAt ?? '') ? -1 : 1));
    expect(new Set(byTime.map(({ editedAt }) => editedAt)).size).toBe(3);
    expect(await read(cast.bruno, cast.ventasChat, uuid)).toMatchObject({
      content: byTime.at(-1)?.content,
      editedAt: byTime.at(-1)?.editedAt,
    });
  });

  test('that changes nothing is 200 without a time, and announces nothing', async () => {
    const bruno = await cast.bruno.connect();
    const uuid = await send(cast.ventasChat, 'Igual');
    expect((await edit(cast.ana, uuid, 'Igual')).content.editedAt).toBeNull();
    expect((await edit(cast.ana, uuid, 'Igual', [])).content.editedAt).toBeNull();
    await bruno.fence();
    expect(bruno.all('message:edited').filter((one) => one.uuid === uuid)).toEqual([]);
    bruno.close();
  });

  test('shows in lists, in quotes and in searches, and its old text nowhere', async () => {
    const group = await createGroupOf(app, 'Obra', [cast.ana, cast.bruno]);
    const chat = await groupChatOf(cast.ana, group);
    const uuid = await send(chat, 'presupuesto confidencial');
    expect(await textsFound(app, cast.bruno, 'confidencial')).toHaveLength(1);
    await cast.bruno.call(replyToMessage, {
      params: { messageId: uuid },
      body: { content: 'visto' },
    });
    const last = await send(chat, 'plazo');
    await edit(cast.ana, uuid, 'presupuesto público');
    await edit(cast.ana, last, 'plazo nuevo');
    const list = await cast.bruno.call(listGroupChats, { params: { groupId: group.uuid } });
    expect(list.content[0]?.lastMessage?.content).toBe('plazo nuevo');
    const reply = (await cast.ana.call(listMessages, { params: { chatId: chat } })).content[1];
    expect(reply?.replyToMessageContent).toBe('presupuesto público');
    expect(await textsFound(app, cast.bruno, 'confidencial')).toEqual([]);
    expect(await textsFound(app, cast.bruno, 'público')).toEqual(['presupuesto público']);
  });

  test('of a file changes its caption, and may take it away', async () => {
    const sent = await sendFile(cast.ana, cast.ventasChat, { bytes: 'datos', content: 'Plano' });
    const uuid = firstOf(sent.content).uuid;
    expect((await edit(cast.ana, uuid, 'Plano nuevo')).content.content).toBe('Plano nuevo');
    const { content } = await edit(cast.ana, uuid, null);
    expect(content).toMatchObject({ content: '', fileName: 'informe.bin', type: 'FILE' });
    expect(content.editedAt).not.toBeNull();
  });

  test('works in their own chat, and in a direct one without mentions', async () => {
    const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
    const note = await send(personal, 'Nota');
    expect((await edit(cast.ana, note, 'Nota dos')).content.content).toBe('Nota dos');
    const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    const uuid = await send(direct, 'Hola');
    const { content } = await edit(cast.ana, uuid, 'Hola', [cast.bruno.uuid]);
    expect(content).toMatchObject({ mentions: [], editedAt: null });
  });
});

describe('mentions', () => {
  const mentioning = async (...users: Client[]) => {
    const body = {
      type: 'TEXT' as const,
      content: 'Aviso',
      mentionedUserIds: users.map((one) => one.uuid),
    };
    const params = { chatId: cast.ventasChat };
    return firstOf((await cast.ana.call(sendMessage, { params, body })).content).uuid;
  };
  const emails = (mentions: { email: string }[]) => mentions.map(({ email }) => email);

  test('stay without a list, go with an empty one', async () => {
    const uuid = await mentioning(cast.bruno);
    const kept = await edit(cast.ana, uuid, 'Aviso a Bruno');
    expect(emails(kept.content.mentions)).toEqual(['bruno@empresa.local']);
    expect((await edit(cast.ana, uuid, 'Aviso a Bruno', [])).content.mentions).toEqual([]);
  });

  test('that are new are named, members alone', async () => {
    const bruno = await cast.bruno.connect();
    const uuid = await mentioning(cast.bruno);
    const named = [cast.bruno.uuid, cast.carla.uuid, cast.diego.uuid, NOBODY];
    const { content } = await edit(cast.ana, uuid, 'Aviso', named);
    expect(emails(content.mentions)).toEqual(['bruno@empresa.local', 'carla@empresa.local']);
    const event = await bruno.waitFor('message:edited', (one) => one.uuid === uuid);
    expect(event.newMentions).toEqual([cast.carla.uuid]);
    bruno.close();
  });

  test('of somebody who left meanwhile stay when they are named again', async () => {
    const group = await createGroupOf(app, 'Idas', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    const body = { type: 'TEXT' as const, content: 'Uno', mentionedUserIds: [cast.bruno.uuid] };
    const sent = await cast.ana.call(sendMessage, { params: { chatId }, body });
    const params = { groupId: group.uuid, userId: cast.bruno.uuid };
    await cast.elena.call(removeGroupParticipant, { params });
    const uuid = firstOf(sent.content).uuid;
    const { content } = await edit(cast.ana, uuid, 'Dos', [cast.bruno.uuid]);
    expect(emails(content.mentions)).toEqual(['bruno@empresa.local']);
  });
});

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
