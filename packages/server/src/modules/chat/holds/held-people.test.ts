import { getPersonalChat, listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { eraseUser } from '@chat/contract/holds';
import {
  deleteMessage,
  deleteOwnMessage,
  listMessages,
  reactToMessage,
} from '@chat/contract/messages';
import { deleteUser } from '@chat/contract/users';
import { editMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { sendFile, storedKeys } from '../../../../test/files.ts';
import { holdsIn } from '../../../../test/held.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
let holds: ReturnType<typeof holdsIn>;
let chatId: string;
let personal: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  holds = holdsIn(app);
  personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
});
beforeEach(async () => {
  await holds.clear();
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const send = async (content: string, to = chatId, sender = cast.ana) =>
  firstOf((await sendText(sender, to, content)).content);
const edit = (messageId: string, content: string) =>
  cast.ana.call(editMessage, { params: { messageId }, body: { content } });
const removeOwn = (messageId: string) => cast.ana.call(deleteOwnMessage, { params: { messageId } });
const remove = (messageId: string, from = chatId) =>
  app.elena.call(deleteMessage, { params: { chatId: from, messageId } });
const contents = async (who = cast.bruno, uuid = chatId) =>
  (await who.call(listMessages, { params: { chatId: uuid } })).content.map(
    ({ content }) => content,
  );

describe('a held person', () => {
  test('keeps what they wrote everywhere, in the middle of a chat too, with numbers and unread right', async () => {
    const chat = cast.ventasChat;
    const [one, two, three, four, five] = [
      await send('de Bruno', chat, cast.bruno),
      await send('de Ana', chat),
      await send('otro de Bruno', chat, cast.bruno),
      await send('otro de Ana', chat),
      await send('reciente de Bruno', chat, cast.bruno),
    ].map(({ uuid, seq }) => ({ uuid, seq }));
    const aged = [one, two, three, four].map((message) => required(message, 'message').uuid);
    await holds.age(...aged);
    await holds.holdPerson(cast.ana);
    await holds.runRounds();
    const read = await cast.carla.call(listMessages, {
      params: { chatId: chat },
      query: { page: '1' },
    });
    const shown = [two, four, five].map((message) => message?.seq);
    expect(read.content.slice(-3).map(({ seq }) => seq)).toEqual(shown);
    expect(read.content.map(({ content }) => content)).not.toContain('otro de Bruno');
    expect(read.pagination?.totalElements).toBe(read.content.length);
    const list = await cast.carla.call(listGroupChats, { params: { groupId: cast.ventas.uuid } });
    const entry = list.content.find(({ chatUuid }) => chatUuid === chat);
    const own = (await cast.carla.call(listOwnGroups, {})).content;
    const unread = own.find(({ uuid }) => uuid === cast.ventas.uuid)?.unreadCount ?? 0;
    expect([entry?.unreadCount, unread >= 3]).toEqual([3, true]);
    expect(entry?.lastMessage?.content).toBe('reciente de Bruno');
    const next = await send('siguiente', chat, cast.bruno);
    expect(next.seq).toBe((five?.seq ?? 0) + 1);
    await holds.endPerson(cast.ana);
    await holds.runRounds();
    expect((await contents(cast.carla, chat)).slice(-2)).toEqual([
      'reciente de Bruno',
      'siguiente',
    ]);
    expect(await contents(cast.carla, chat)).not.toContain('de Ana');
  });

  test('what goes between held messages takes files, reactions, originals and mentions with it', async () => {
    const before = await storedKeys(app);
    const chat = cast.ventasChat;
    const mine = await send('conservado', chat);
    const theirs = firstOf((await sendFile(cast.bruno, chat, { bytes: 'x' })).content);
    const params = { messageId: theirs.uuid };
    await cast.ana.call(reactToMessage, { params, body: { emoji: '👍' } });
    await holds.age(mine.uuid, theirs.uuid);
    await holds.holdPerson(cast.ana);
    await holds.runRounds();
    expect(await storedKeys(app)).toEqual(before);
    expect(await holds.kept(theirs.uuid)).toEqual(['']);
    expect(await holds.kept(mine.uuid)).toEqual(['conservado']);
    const rows = await app.ctx.db.many(sql`
      select from reactions where message_id = ${theirs.id}`);
    expect(rows).toEqual([]);
  });

  test('what a deleted message between held ones said before goes by age, too', async () => {
    const chat = cast.ventasChat;
    const mine = await send('conservado', chat);
    const theirs = await send('de Bruno', chat, cast.bruno);
    await cast.bruno.call(deleteOwnMessage, { params: { messageId: theirs.uuid } });
    expect(await holds.history(theirs.uuid)).toEqual(['de Bruno']);
    await holds.age(mine.uuid, theirs.uuid);
    await holds.holdPerson(cast.ana);
    await holds.runRounds();
    expect(await holds.kept(theirs.uuid)).toEqual(['']);
    expect(await holds.kept(mine.uuid)).toEqual(['conservado']);
  });

  test('all of their direct chats are kept, and their personal chat, which stays unreadable', async () => {
    const own = await send('apunte', personal);
    await edit(own.uuid, 'apunte dos');
    await holds.holdPerson(cast.ana);
    const theirs = await send('de Bruno', chatId, cast.bruno);
    await edit(own.uuid, 'apunte tres');
    await removeOwn(own.uuid);
    await remove(theirs.uuid);
    await holds.age(own.uuid, theirs.uuid);
    await holds.runRounds();
    expect(await holds.kept(theirs.uuid)).toEqual(['de Bruno', '']);
    expect(await holds.kept(own.uuid)).toEqual(['apunte dos', 'apunte tres', '']);
    const params = { chatId: personal };
    expect((await app.elena.call(listMessages, { params })).status).toBe(404);
    const listed = (await app.elena.call(listChats, {})).content;
    expect(listed.map(({ uuid }) => uuid)).not.toContain(personal);
  });

  test('what others wrote in groups is removed as ever', async () => {
    await holds.holdPerson(cast.ana);
    const { uuid } = await send('de Bruno', cast.ventasChat, cast.bruno);
    await remove(uuid, cast.ventasChat);
    expect(await holds.kept(uuid)).toEqual(['']);
  });

  test('nobody whom they mentioned is erased, though they edited or deleted the mention away', async () => {
    const [edited, deleted] = [
      await registerPerson(app, 'editada', { groupUuids: [cast.ventas.uuid] }),
      await registerPerson(app, 'borrada', { groupUuids: [cast.ventas.uuid] }),
    ];
    await holds.holdPerson(cast.ana);
    const said = [];
    for (const { uuid, email } of [edited, deleted]) {
      const body = { type: 'TEXT' as const, content: `hola @${email}`, mentionedUserIds: [uuid] };
      const params = { chatId: cast.ventasChat };
      said.push(firstOf((await cast.ana.call(sendMessage, { params, body })).content).uuid);
    }
    const [first = '', second = ''] = said;
    const params = { messageId: first };
    const body = { content: 'hola', mentionedUserIds: [] };
    await cast.ana.call(editMessage, { params, body });
    await removeOwn(second);
    for (const { uuid: userId, email } of [edited, deleted]) {
      await app.elena.call(deleteUser, { params: { userId } });
      const reply = await app.elena.call(eraseUser, {
        params: { userId },
        body: { email, messages: true },
      });
      expect([reply.status, reply.message]).toEqual([409, 'Se conserva por requerimiento.']);
    }
    expect(await holds.kept(first)).toEqual([`hola @${edited.email}`, 'hola']);
    expect(await holds.kept(second)).toEqual([`hola @${deleted.email}`, '']);
  });
});
