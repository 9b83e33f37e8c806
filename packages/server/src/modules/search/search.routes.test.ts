import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  sendText,
} from '../../../test/cast.ts';
import { found, search, textsFound } from '../../../test/search.ts';
import { untilIndexed } from '../../../test/search-index.ts';
import { NOBODY } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const uuidOf = async (sent: ReturnType<typeof sendText>) => firstOf((await sent).content).uuid;

describe('a message found carries', () => {
  test('all of a Message, where it stands, and what was found of it', async () => {
    await sendText(cast.bruno, cast.ventasChat, 'La reunión del martes');
    const [one, ...others] = await found(app, cast.ana, 'reunion');
    const { content } = await cast.ana.call(listMessages, {
      params: { chatId: cast.ventasChat },
    });
    expect(others).toEqual([]);
    expect(one).toEqual({
      message: content.find(({ uuid }) => uuid === one?.message.uuid),
      chat: {
        uuid: cast.ventasChat,
        chatType: 'GROUP',
        groupUuid: cast.ventas.uuid,
        groupName: 'Ventas',
        counterpartEmail: null,
      },
      snippet: [
        { text: 'La ', hit: false },
        { text: 'reunión', hit: true },
        { text: ' del martes', hit: false },
      ],
    });
  });

  test('the counterpart of a direct chat, seen from each side', async () => {
    await sendText(cast.ana, direct, 'Lo del aparcamiento');
    const chat = {
      uuid: direct,
      chatType: 'DIRECT',
      groupUuid: cast.ventas.uuid,
      groupName: 'Ventas',
    };
    for (const [reader, other] of [
      [cast.ana, cast.bruno],
      [cast.bruno, cast.ana],
    ] as const) {
      expect(await found(app, reader, 'aparcamiento')).toMatchObject([
        { chat: { ...chat, counterpartEmail: other.email } },
      ]);
    }
    expect(await found(app, cast.carla, 'aparcamiento')).toEqual([]);
  });

  test('neither group nor counterpart where it stands in the personal chat', async () => {
    const { uuid } = (await cast.ana.call(getPersonalChat, {})).content;
    await sendText(cast.ana, uuid, 'Comprar bombillas');
    const [one, ...others] = await found(app, cast.ana, 'bombillas');
    expect(others).toEqual([]);
    expect(one?.chat).toEqual({
      uuid,
      chatType: 'PERSONAL',
      groupUuid: null,
      groupName: null,
      counterpartEmail: null,
    });
    expect(await found(app, cast.bruno, 'bombillas')).toEqual([]);
  });

  test('reactions, quote and status of now', async () => {
    const messageId = await uuidOf(sendText(cast.ana, cast.ventasChat, 'Hoy hay croquetas'));
    await cast.bruno.request('POST', `/chats/messages/${messageId}/react`, { emoji: '👍' });
    await cast.carla.request('POST', `/chats/messages/${messageId}/reply`, {
      content: 'Me apunto',
    });
    expect(await found(app, cast.ana, 'croquetas')).toMatchObject([
      { message: { uuid: messageId, reactions: [{ emoji: '👍', userUuid: cast.bruno.uuid }] } },
    ]);
    expect(await found(app, cast.ana, 'apunto')).toMatchObject([
      { message: { replyToMessageUuid: messageId, replyToMessageContent: 'Hoy hay croquetas' } },
    ]);
  });
});

describe('results', () => {
  const COUNT = 25;
  const texts: string[] = [];
  beforeAll(async () => {
    for (let n = 1; n <= COUNT; n++) {
      texts.unshift(`palabra ${n}`);
      await sendText(
        n % 2 ? cast.ana : cast.bruno,
        n % 3 ? cast.ventasChat : direct,
        `palabra ${n}`,
      );
    }
  });

  test('come newest first from all chats, twenty at once', async () => {
    expect(await textsFound(app, cast.ana, 'palabra')).toEqual(texts.slice(0, 20));
  });

  test.each([1, 7, 50])('size=%i holds so many', async (size) => {
    const asked = { q: 'palabra', size: String(size) };
    expect(await textsFound(app, cast.ana, asked)).toEqual(texts.slice(0, size));
  });

  test.each(['0', '51', '-1', 'uno', ''])('size=%j is 422', async (size) => {
    const reply = await search(cast.ana, { q: 'palabra', size });
    expect([reply.status, reply.errors]).toEqual([422, { size: ['El tamaño va de 1 a 50'] }]);
  });

  /** All pages in order. */
  async function pages(asked: { q: string; size: string }) {
    const all: { uuid: string; content: string }[] = [];
    for (let more = true; more; ) {
      const before = all.at(-1)?.uuid;
      const page = await found(app, cast.ana, { ...asked, ...(before && { before }) });
      all.push(...page.map(({ message }) => message));
      more = page.length > 0;
    }
    return all;
  }

  test('go on before the last of a page', async () => {
    const all = await pages({ q: 'palabra', size: '4' });
    expect(all.map(({ content }) => content)).toEqual(texts);
  });

  test('of the same instant are in the order of their numbers, on each side of a page too', async () => {
    for (let n = 1; n <= 9; n++)
      await sendText(cast.ana, n % 2 ? direct : cast.ventasChat, 'Empate');
    await untilIndexed(app.ctx.db);
    const { db } = app.ctx;
    await db.run(sql`
      update messages set created_at = '2026-01-02T03:04:05.123456Z' where content = 'Empate'`);
    await db.run(sql`
      update search_messages s set created_at = m.created_at from messages m where m.id = s.message_id`);
    const ids = (await found(app, cast.ana, 'empate')).map(({ message }) => message.id);
    expect(ids).toHaveLength(9);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    const paged = await pages({ q: 'empate', size: '2' });
    expect(paged).toHaveLength(9);
    expect(new Set(paged.map(({ uuid }) => uuid)).size).toBe(9);
  });

  test('go on before a message that was deleted meanwhile', async () => {
    const [, second] = await found(app, cast.ana, { q: 'palabra', size: '2' });
    const { uuid: messageId = '', chatId = '' } = second?.message ?? {};
    await cast.elena.call(deleteMessage, { params: { chatId, messageId } });
    const asked = { q: 'palabra', size: '1', before: messageId };
    expect(await textsFound(app, cast.ana, asked)).toEqual([texts[2]]);
  });

  test('go on before a message that can no longer be read', async () => {
    const equipo = await createGroupOf(app, 'Equipo', [cast.ana, cast.bruno]);
    const { content } = await cast.ana.request<{ chatUuid: string }[]>(
      'GET',
      `/groups/${equipo.uuid}/chats`,
    );
    await sendText(cast.ana, cast.ventasChat, 'Corcho uno');
    const before = await uuidOf(sendText(cast.bruno, firstOf(content).chatUuid, 'Corcho dos'));
    expect(await textsFound(app, cast.ana, 'corcho')).toEqual(['Corcho dos', 'Corcho uno']);
    await cast.elena.request('DELETE', `/groups/${equipo.uuid}/users/${cast.ana.uuid}`);
    expect(await textsFound(app, cast.ana, { q: 'corcho', before })).toEqual(['Corcho uno']);
  });

  test.each([NOBODY, 'no-es-un-uuid', '', '%00'])('before=%j is 404', async (before) => {
    const reply = await search(cast.ana, { q: 'palabra', before });
    expect([reply.status, reply.content]).toEqual([404, undefined]);
  });
});

describe('a part of a word', () => {
  test.each([
    ['in the middle', 'Traed el desatornillador', 'atornilla'],
    ['with its signs', 'Expediente ZX-FRA-2031/0917-B', 'fra-2031/091'],
    ['in letters of another alphabet', 'Firma: Достоевский', 'стоевск'],
    [
      'in what no word is so long as',
      `Clave ${'qwz'.repeat(400)}aguja${'zwq'.repeat(400)}`,
      'zaguja',
    ],
  ])('%s', async (_, text, q) => {
    await sendText(cast.ana, direct, text);
    expect(await textsFound(app, cast.bruno, q)).toEqual([text]);
  });
});
