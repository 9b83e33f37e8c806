import { required } from '@chat/contract/checks';
import { deleteMessage } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import { eachOf } from '../../../../test/each-of.ts';
import { draftsBy } from '../../../../test/sends.ts';
import { sql } from '../../../db/database.ts';
import { insertMessages, type NewMessage, type StoredRow } from './insert-messages.queries.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** Every kind of send, for a new group chat with three messages, one of them deleted. */
async function draftAll(name: string): Promise<NewMessage[]> {
  const { ana, bruno, carla, diego, elena } = cast;
  const { db } = app.ctx;
  const chatId = await groupChatOf(ana, await createGroupOf(app, name, [ana, bruno, carla]));
  await sendText(ana, chatId, 'La primera vez', 'la-misma');
  const [gone] = (await sendText(bruno, chatId, 'Se borra')).content;
  await sendText(carla, chatId, 'Se queda');
  const params = { chatId, messageId: required(gone, 'gone').uuid };
  expect((await elena.call(deleteMessage, { params })).status).toBe(200);
  const [, deleted, standing] = await db.many<{ id: number }>(sql`
    select m.id from messages m join chats c on c.id = m.chat_id where c.uuid = ${chatId} order by m.seq`);
  const [byAna, byBruno, byCarla, byDiego] = await eachOf([ana, bruno, carla, diego], (sender) =>
    draftsBy(db, sender, chatId),
  );
  return [
    byBruno({ mentionedUserIds: [ana.uuid, diego.uuid, ana.uuid] }),
    byAna({ referenceId: 'la-misma' }),
    byBruno({}),
    byDiego({}),
    byCarla({ replyToId: deleted?.id }),
    byCarla({ replyToId: standing?.id, referenceId: null }),
    byAna({ chatUuid: crypto.randomUUID() }),
    byAna({ mentionedUserIds: [carla.uuid] }),
    byAna({}),
  ];
}
/** The outcome without ids, which differ between chats. */
const outcomeOf = (messages: NewMessage[]) => (row: StoredRow | undefined, n: number) =>
  row && {
    isNew: row.isNew,
    hasOwnUuid: row.uuid === messages[n]?.uuid,
    seq: row.seq,
    hadUnread: row.seenBefore !== null,
    mentions: row.mentions?.map(({ email }) => email) ?? [],
    marks: [row.deliveredSeq, row.seenSeq],
  };

/** The rows that remain in the tables. */
const stateOf = async ([first]: NewMessage[]) => {
  const { db } = app.ctx;
  const ofChat = sql`from chats c join chat_members m on m.chat_id = c.id join users u on u.id = m.user_id
    where c.uuid = ${first?.chatUuid}`;
  return {
    marks: await db.many(
      sql`select u.email, m.delivered_seq, m.seen_seq ${ofChat} order by u.email`,
    ),
    messages: await db.many(sql`
      select m.seq, u.email, m.reference_id is null as is_unnamed, m.reply_to_id is null as is_no_reply,
        m.id = c.last_message_id and m.created_at = c.last_message_at and m.seq = c.last_seq as is_last
      from chats c join messages m on m.chat_id = c.id join users u on u.id = m.sender_id
      where c.uuid = ${first?.chatUuid} order by m.seq`),
  };
};

test('whatever comes of a message sent alone comes of it among others', async () => {
  const { db } = app.ctx;
  const [alone, together] = [await draftAll('De uno en uno'), await draftAll('Todos juntos')];
  // The watermarks of members are gathered for a moment before those of the chats follow.
  await app.ctx.receipts.flush();
  const oneByOne: (StoredRow | undefined)[] = [];
  for (const message of alone) oneByOne.push((await insertMessages(db, [message]))[0]);
  const rows = await insertMessages(db, together);
  const atOnce = together.map((_, n) => rows.find(({ at }) => at === n));
  const outcomes = oneByOne.map(outcomeOf(alone));
  expect(outcomes.map((outcome) => outcome?.seq)).toEqual([
    4,
    1,
    5,
    undefined,
    undefined,
    6,
    undefined,
    7,
    8,
  ]);
  expect(outcomes.map((outcome) => outcome?.hadUnread)).toEqual([
    true,
    false,
    false,
    undefined,
    undefined,
    true,
    undefined,
    true,
    false,
  ]);
  expect(atOnce.map(outcomeOf(together))).toEqual(outcomes);
  expect(await stateOf(together)).toEqual(await stateOf(alone));
});

test('a send writes its chat anew in place, but for the first of an hour', async () => {
  const { db } = app.ctx;
  const draft = await draftsBy(db, cast.ana, cast.ventasChat);
  await insertMessages(db, [draft({})]);
  const inPlace = await db.transaction(async (tx) => {
    for (const _ of ['at most one of them', 'is the first of an hour']) {
      await insertMessages(tx, [draft({})]);
    }
    return tx.one(
      sql`select n_tup_hot_upd > 0 as happened from pg_stat_xact_user_tables where relname = 'chats'`,
    );
  });
  expect(inPlace).toEqual({ happened: true });
});
