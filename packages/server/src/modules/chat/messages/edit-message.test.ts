import { getPersonalChat, listGroupChats } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { replyToMessage, sendMessage } from '@chat/contract/writing';
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
import { edit, read } from '../../../../test/edits.ts';
import { sendFile } from '../../../../test/files.ts';
import { textsFound } from '../../../../test/search.ts';
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

  test('name a person as new once for each message, however often they are taken out and put back', async () => {
    const carla = await cast.carla.connect();
    const uuid = await mentioning(cast.bruno);
    const everybody = [cast.bruno.uuid, cast.carla.uuid];
    const edits = [[], [cast.bruno.uuid], everybody, [], everybody];
    for (const [nth, named] of edits.entries()) await edit(cast.ana, uuid, `Aviso ${nth}`, named);
    const last = await carla.waitFor('message:edited', ({ content }) => content === 'Aviso 4');
    expect(emails(last.mentions)).toEqual(['bruno@empresa.local', 'carla@empresa.local']);
    const events = carla.all('message:edited').filter((one) => one.uuid === uuid);
    expect(events.map(({ newMentions }) => newMentions)).toEqual([
      [],
      [],
      [cast.carla.uuid],
      [],
      [],
    ]);
    carla.close();
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
