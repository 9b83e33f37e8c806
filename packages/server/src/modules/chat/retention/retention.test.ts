import { getPersonalChat, listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { deleteMessage, listMessages, reactToMessage } from '@chat/contract/messages';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { fetchFile, sendFile, storedKeys } from '../../../../test/files.ts';
import { type Database, sql } from '../../../db/database.ts';
import { sweepFiles } from '../files/files.actions.ts';
import { removeAgedMessagesHourly, removeMessagesBefore } from './retention.actions.ts';

const CUTOFF = new Date('2002-01-01');

let app: TestApp;
let cast: Cast;
let chatId: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
beforeEach(async () => {
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await ageThrough(chatId);
  await removeAged();
});
afterAll(() => app.close());

const removeAged = () => removeMessagesBefore(app.ctx, CUTOFF);

/** Dates all messages of the chat up to `seq` long ago. */
async function ageThrough(uuid: string, seq = Number.MAX_SAFE_INTEGER): Promise<void> {
  await app.ctx.db.run(sql`
    update messages m set created_at = '2001-01-01' from chats c
    where c.id = m.chat_id and c.uuid = ${uuid} and m.seq <= ${seq}`);
}

async function send(content: string, sender = cast.ana, to = chatId) {
  const [sent] = (await sendText(sender, to, content)).content;
  return required(sent, 'sent');
}

const read = async (who: Client, uuid = chatId, query = {}) =>
  who.call(listMessages, { params: { chatId: uuid }, query });
const contents = async (who: Client) => (await read(who)).content.map(({ content }) => content);
const entryOf = async (who: Client, uuid = chatId) => {
  const list = await who.call(listGroupChats, { params: { groupId: cast.ventas.uuid } });
  return list.content.find(({ chatUuid }) => chatUuid === uuid);
};
const remove = (messageId: string) =>
  cast.elena.call(deleteMessage, { params: { chatId, messageId } });

/** The numbers of the chat's recorded advances, and of deletions that a member has not seen. */
const left = async () => {
  const rows = await app.ctx.db.many<{ seq: number }>(sql`
    select up_to_seq as seq from mark_advances a join chats c on c.id = a.chat_id where c.uuid = ${chatId}
    union all
    select seq from unseen_deletions d join chats c on c.id = d.chat_id where c.uuid = ${chatId}
    order by seq`);
  return rows.map(({ seq }) => seq);
};

describe('removing messages by age', () => {
  test('takes those from before the day out of every chat and leaves the others', async () => {
    const { content } = await cast.ana.call(getPersonalChat, {});
    const personal = content.uuid;
    await send('apunte antiguo', cast.ana, personal);
    await ageThrough(personal);
    const { seq } = await send('antiguo');
    await send('reciente');
    await ageThrough(chatId, seq);
    expect(await removeAged()).toBe(2);
    expect(await contents(cast.bruno)).toEqual(['reciente']);
    expect((await read(cast.ana, personal)).content).toEqual([]);
    expect(await removeAged()).toBe(0);
  });

  test('a message between younger ones stays: what goes is the beginning of a chat', async () => {
    await send('con el reloj adelantado');
    const { uuid } = await send('después');
    await app.ctx.db.run(sql`update messages set created_at = '2001-01-01' where uuid = ${uuid}`);
    await removeAged();
    expect(await contents(cast.ana)).toEqual(['con el reloj adelantado', 'después']);
  });

  test('numbers are never given again, and pages are counted without what is gone', async () => {
    const { seq } = await send('uno');
    const deleted = await send('dos');
    await remove(deleted.uuid);
    await ageThrough(chatId);
    await removeAged();
    const next = await send('tres');
    expect(next.seq).toBe(seq + 2);
    const { content, pagination } = await read(cast.bruno, chatId, { page: '1' });
    expect([content.length, pagination?.totalElements]).toEqual([1, 1]);
    expect((await read(cast.bruno, chatId, { page: '2' })).content).toEqual([]);
  });

  test('what nobody had read is unread no more, what is left still is', async () => {
    const old = await send('sin leer, antiguo');
    await send('sin leer, reciente');
    expect((await entryOf(cast.bruno))?.unreadCount).toBe(2);
    await ageThrough(chatId, old.seq);
    await removeAged();
    expect((await entryOf(cast.bruno))?.unreadCount).toBe(1);
    const own = (await cast.bruno.call(listOwnGroups, {})).content;
    expect(own.find(({ uuid }) => uuid === cast.ventas.uuid)?.unreadCount).toBe(1);
    expect((await read(cast.ana)).content.map(({ status }) => status)).toEqual(['SENT']);
  });

  test('the movements of marks over what is gone go with it, and so do the notes of deletions', async () => {
    const live = await cast.bruno.connect();
    const seqs = [];
    for (const text of ['uno', 'dos', 'tres']) {
      const { seq, uuid } = await send(text);
      await live.emit('delivered', { chatId, upToSeq: seq });
      if (text === 'uno') await live.emit('seen', { chatId, upToSeq: seq });
      if (text === 'dos') await remove(uuid);
      seqs.push(seq);
    }
    live.close();
    const [first = 0, second = 0, third = 0] = seqs;
    expect(await left()).toEqual([first, first, second, second, third]);
    await ageThrough(chatId, second);
    await removeAged();
    expect(await left()).toEqual([third]);
  });

  test('a chat left without messages has no last one and is not listed for administrators', async () => {
    const last = await send('el último');
    expect((await entryOf(cast.bruno))?.lastMessage?.uuid).toBe(last.uuid);
    await ageThrough(chatId);
    await removeAged();
    expect((await entryOf(cast.bruno))?.lastMessage).toBeNull();
    const listed = (await cast.elena.call(listChats, {})).content;
    expect(listed.map(({ uuid }) => uuid)).not.toContain(chatId);
  });

  test('a reply to what is gone shows a deleted original', async () => {
    const original = await send('pregunta');
    const params = { messageId: original.uuid };
    await cast.bruno.call(replyToMessage, { params, body: { content: 'respuesta' } });
    await ageThrough(chatId, original.seq);
    await removeAged();
    expect((await read(cast.ana)).content).toMatchObject([
      {
        content: 'respuesta',
        replyToMessageUuid: null,
        replyToMessageContent: 'Mensaje eliminado',
      },
    ]);
  });

  test('its reactions, mentions and file go with a message, and no other file', async () => {
    const before = await storedKeys(app);
    const sent = await sendFile(cast.ana, cast.ventasChat, { bytes: 'viejo' });
    const { uuid, id, seq } = firstOf(sent.content);
    await cast.bruno.call(reactToMessage, { params: { messageId: uuid }, body: { emoji: '👍' } });
    await app.ctx.db.run(
      sql`insert into mentions (message_id, user_id) values (${id}, ${cast.bruno.user.id})`,
    );
    await ageThrough(cast.ventasChat, seq);
    await sendFile(cast.ana, cast.ventasChat, { bytes: 'nuevo' });
    const { mediaUrl } = (await read(cast.bruno, cast.ventasChat)).content.at(-1) ?? {};
    await removeAged();
    expect(await storedKeys(app)).toEqual([...before, mediaUrl?.split('/').at(-1)].sort());
    expect((await fetchFile(cast.bruno, required(mediaUrl, 'mediaUrl'))).status).toBe(200);
    const left = await app.ctx.db.many(sql`
      select message_id from reactions where message_id = ${id}
      union all select message_id from mentions where message_id = ${id}`);
    expect(left).toEqual([]);
  });

  test('files that the store would not let go are swept later', async () => {
    const sent = await sendFile(cast.ana, chatId, { bytes: 'viejo' });
    await ageThrough(chatId, sent.content[0]?.seq);
    const before = await storedKeys(app);
    const storage = { ...app.ctx.storage, remove: () => Promise.reject(new Error('store')) };
    expect(await removeMessagesBefore({ ...app.ctx, storage }, CUTOFF)).toBe(1);
    expect(await storedKeys(app)).toEqual(before);
    await sweepFiles(app.ctx, Date.now() + 2 * 3_600_000);
    expect(await storedKeys(app)).toHaveLength(before.length - 1);
  });

  test('the audit keeps what was done to it', async () => {
    const { uuid } = await send('borrado por Elena');
    await remove(uuid);
    await ageThrough(chatId);
    await removeAged();
    const events = await app.ctx.db.many(
      sql`select from audit_events where message_uuid = ${uuid} and action = 'MESSAGE_DELETED'`,
    );
    expect(events).toHaveLength(1);
  });

  test('a long history goes in many short transactions, and an interrupted run is taken up again', async () => {
    await app.ctx.db.run(sql`
      insert into messages (chat_id, seq, uuid, sender_id, type, content, created_at)
      select id, last_seq + n, gen_random_uuid(), low_user_id, 'TEXT', 'historia', '2001-01-01'
      from chats, generate_series(1, 450) as n where uuid = ${chatId}`);
    await app.ctx.db.run(sql`update chats set last_seq = last_seq + 450 where uuid = ${chatId}`);
    const stopped = new AbortController();
    const { transaction } = app.ctx.db;
    const db: Database = {
      ...app.ctx.db,
      transaction: (work) => transaction(work).finally(() => stopped.abort()),
    };
    const removed = await removeMessagesBefore({ ...app.ctx, db }, CUTOFF, stopped.signal);
    expect(removed).toBeLessThan(450);
    expect(removed + (await removeAged())).toBe(450);
    expect((await read(cast.ana)).pagination?.totalElements ?? 0).toBe(0);
  });
});

describe('RETENTION_DAYS', () => {
  test('not set, removes nothing; set, it does so from the start on', async () => {
    await send('antiguo');
    await ageThrough(chatId);
    await removeAgedMessagesHourly(app.ctx).close();
    expect(await contents(cast.ana)).toEqual(['antiguo']);
    let job: ReturnType<typeof removeAgedMessagesHourly> | undefined;
    const logged = await new Promise((resolve, reject) => {
      const fail = (details: unknown) => reject(new Error(JSON.stringify(details)));
      const log = Object.assign(Object.create(app.ctx.log), {
        info: resolve,
        warn: fail,
        error: fail,
      });
      const config = { ...app.ctx.config, retentionDays: 365 };
      job = removeAgedMessagesHourly(Object.assign(Object.create(app.ctx), { config, log }));
    });
    await job?.close();
    expect(logged).toEqual({ count: 1 });
    expect(await contents(cast.ana)).toEqual([]);
  });
});
