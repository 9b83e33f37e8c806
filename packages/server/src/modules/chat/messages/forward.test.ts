import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import {
  deleteMessage,
  deleteOwnMessage,
  listMessages,
  reactToMessage,
} from '@chat/contract/messages';
import { type CreatedMessage, editMessage, replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../../test/before-statement.ts';
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
import { fetchFile, formOf, picture, sendFile } from '../../../../test/files.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
let obra: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  obra = await groupChatOf(cast.diego, await createGroupOf(app, 'Obra', [cast.bruno, cast.diego]));
});
afterAll(() => app.close());

let references = 0;
const forward = (who: Client, chatId: string, forwardedFrom: string, more: object = {}) =>
  who.request<CreatedMessage[]>('POST', `/chats/${chatId}/messages`, {
    forwardedFrom,
    referenceId: `forward-${++references}`,
    ...more,
  });
const send = async (chatId: string, content: string, sender = cast.ana) =>
  firstOf((await sendText(sender, chatId, content)).content).uuid;
const newest = async (who: Client, chatId: string) =>
  (await who.call(listMessages, { params: { chatId } })).content.at(-1);
const filesStored = async () =>
  (await app.ctx.db.one<{ count: number }>(sql`select count(*)::int from files`)).count;

describe('a copy of a message', () => {
  test('is sent by who forwards it, with its text alone', async () => {
    const original = await send(cast.ventasChat, 'El plano está en la carpeta');
    const reply = await cast.bruno.call(replyToMessage, {
      params: { messageId: original },
      body: { content: 'Respuesta con @carla', mentionedUserIds: [cast.carla.uuid] },
    });
    const uuid = firstOf(reply.content).uuid;
    await cast.ana.call(reactToMessage, { params: { messageId: uuid }, body: { emoji: '👍' } });
    const diego = await cast.diego.connect();
    const { status, content } = await forward(cast.bruno, obra, uuid);
    expect(status).toBe(201);
    const copy = await newest(cast.diego, obra);
    expect(copy).toMatchObject({
      uuid: content[0]?.uuid,
      senderEmail: 'bruno@empresa.local',
      type: 'TEXT',
      content: 'Respuesta con @carla',
      forwarded: true,
      editedAt: null,
      replyToMessageUuid: null,
      replyToMessageContent: null,
      reactions: [],
      mentions: [],
    });
    expect(await diego.waitFor('message', (one) => one.uuid === copy?.uuid)).toEqual(copy);
    expect(JSON.stringify(copy)).not.toContain(uuid);
    diego.close();
  });

  test('leaves aside what else comes along, right or wrong', async () => {
    const uuid = await send(cast.ventasChat, 'Solo esto');
    const rest = { type: 'NADA', content: 5, image: {}, mentionedUserIds: 'no', groupUuid: 1 };
    expect((await forward(cast.bruno, obra, uuid, rest)).status).toBe(201);
    expect(await newest(cast.diego, obra)).toMatchObject({ type: 'TEXT', content: 'Solo esto' });
    const form = formOf([
      ['forwardedFrom', uuid],
      ['image', new Blob(['x']), 'sobra.bin'],
      ['type', 'FILE'],
    ]);
    const before = await filesStored();
    expect((await cast.bruno.request('POST', `/chats/${obra}/messages`, form)).status).toBe(201);
    expect(await newest(cast.diego, obra)).toMatchObject({ fileName: null, content: 'Solo esto' });
    expect(await filesStored()).toBe(before);
  });

  test('has a file of its own, which stays when the first is gone', async () => {
    const bytes = await picture('png', 900, 300);
    await sendFile(cast.ana, cast.ventasChat, {
      type: 'IMAGE',
      fileName: 'plano.png',
      bytes,
      content: 'El plano',
    });
    const original = await newest(cast.bruno, cast.ventasChat);
    await forward(cast.bruno, obra, required(original, 'original').uuid);
    const copy = await newest(cast.diego, obra);
    const { mediaUrl, fileName, fileSize, mediaWidth, mediaHeight, mimeType, content } =
      original ?? {};
    expect(copy).toMatchObject({ fileName, fileSize, mediaWidth, mediaHeight, mimeType, content });
    expect(copy?.mediaUrl).not.toBe(mediaUrl);
    await cast.ana.call(deleteOwnMessage, {
      params: { messageId: required(original, 'original').uuid },
    });
    expect((await fetchFile(cast.diego, required(copy, 'copy').mediaUrl)).bytes.equals(bytes)).toBe(
      true,
    );
    const thumbnail = await fetchFile(cast.diego, `${copy?.mediaUrl}?size=thumb`);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    expect((await fetchFile(cast.carla, required(copy, 'copy').mediaUrl)).status).toBe(404);
  });

  test('goes into and out of a personal chat, and can itself be forwarded', async () => {
    const personal = (await cast.bruno.call(getPersonalChat, {})).content.uuid;
    const uuid = await send(cast.ventasChat, 'Para luego');
    const kept = await forward(cast.bruno, personal, uuid);
    expect(await newest(cast.bruno, personal)).toMatchObject({ forwarded: true });
    await forward(cast.bruno, obra, firstOf(kept.content).uuid);
    expect(await newest(cast.diego, obra)).toMatchObject({
      content: 'Para luego',
      forwarded: true,
    });
  });

  test('cannot be edited (409)', async () => {
    const uuid = await send(cast.ventasChat, 'Palabras de Ana');
    const copy = firstOf((await forward(cast.bruno, obra, uuid)).content).uuid;
    const params = { messageId: copy };
    const reply = await cast.bruno.call(editMessage, { params, body: { content: 'Otras' } });
    expect(reply.status).toBe(409);
  });

  test('is sent once under its reference, also when the first is deleted meanwhile', async () => {
    const sent = await sendFile(cast.ana, cast.ventasChat, { bytes: 'datos' });
    const uuid = firstOf(sent.content).uuid;
    const first = await forward(cast.bruno, obra, uuid, { referenceId: 'una vez' });
    const before = await filesStored();
    const again = await forward(cast.bruno, obra, uuid, { referenceId: 'una vez' });
    expect([again.status, again.content[0]?.uuid]).toEqual([200, first.content[0]?.uuid]);
    expect(await filesStored()).toBe(before);
    await cast.ana.call(deleteOwnMessage, { params: { messageId: uuid } });
    const late = await forward(cast.bruno, obra, uuid, { referenceId: 'una vez' });
    expect([late.status, late.content[0]?.uuid]).toEqual([200, first.content[0]?.uuid]);
    expect((await forward(cast.bruno, obra, uuid)).status).toBe(404);
  });
});

describe('404 for what the sender cannot read as a member', () => {
  test("others' chats, what is deleted, unknown or no id", async () => {
    const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    const secret = await send(direct, 'Entre nosotros');
    const gone = await send(cast.ventasChat, 'Borrado');
    const params = { chatId: cast.ventasChat, messageId: gone };
    await cast.elena.call(deleteMessage, { params });
    const personal = (await cast.carla.call(getPersonalChat, {})).content.uuid;
    for (const uuid of [secret, NOBODY, 'nada']) {
      expect((await forward(cast.carla, personal, uuid)).status).toBe(404);
    }
    expect((await forward(cast.bruno, obra, gone)).status).toBe(404);
  });

  test('an administrator who only watches', async () => {
    const uuid = await send(cast.ventasChat, 'Vigilado');
    const own = (await cast.elena.call(getPersonalChat, {})).content.uuid;
    expect((await forward(cast.elena, own, uuid)).status).toBe(404);
  });

  test('who was removed while it was being copied, or whose original was deleted', async () => {
    const group = await createGroupOf(app, 'De paso', [cast.ana, cast.bruno]);
    const chat = await groupChatOf(cast.ana, group);
    const first = await send(chat, 'Primero');
    const params = { chatId: chat, messageId: first };
    beforeStatement(app.ctx.db, 'insert into messages', () =>
      cast.elena.call(deleteMessage, { params }),
    );
    expect((await forward(cast.bruno, obra, first)).status).toBe(404);
    const second = await send(chat, 'Segundo');
    const removed = { groupId: group.uuid, userId: cast.bruno.uuid };
    beforeStatement(app.ctx.db, 'insert into messages', () =>
      cast.elena.call(removeGroupParticipant, { params: removed }),
    );
    expect((await forward(cast.bruno, obra, second)).status).toBe(404);
  });
});

test('where they may not write it is refused as any send, and no file is left', async () => {
  const sent = await sendFile(cast.ana, cast.ventasChat, { bytes: 'datos' });
  const uuid = firstOf(sent.content).uuid;
  const before = await filesStored();
  expect((await forward(cast.ana, obra, uuid)).status).toBe(404);
  expect((await forward(cast.elena, obra, uuid)).status).toBe(403);
  expect(await filesStored()).toBe(before);
});
