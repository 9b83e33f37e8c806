import { required } from '@chat/contract/checks';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast } from '../../../../test/cast.ts';
import { type Db, sql } from '../../../db/database.ts';
import { removeMessagesBefore } from '../retention/retention.actions.ts';

const COUNT = 400;
const AGED = 60;
const PAGE = 50;

// Single ones, every second one, more than a page in a row, the newest, and the first ones after a removal by age.
const deleted = [
  ...range(61, 64),
  ...[80, 90],
  ...range(100, 160).filter((seq) => seq % 2),
  ...range(200, 275),
  ...range(390, COUNT),
];
const left = range(AGED + 1, COUNT).filter((seq) => !deleted.includes(seq));

let app: TestApp;
let cast: Cast;
let chat: string;
let uuids: Map<number, string>;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  chat = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  uuids = await fill(app.ctx.db, chat, COUNT);
  for (const seq of deleted) await remove(seq);
  await removeMessagesBefore(app.ctx, new Date('2001-01-01'));
});
afterAll(() => app.close());

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}

/** Messages of both people in turn, the oldest long ago. */
async function fill(db: Db, chatUuid: string, count: number): Promise<Map<number, string>> {
  const rows = await db.many<{ seq: number; uuid: string }>(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content, created_at)
    select c.id, seq, gen_random_uuid(), case when seq % 2 = 0 then c.low_user_id else c.high_user_id end, 'TEXT', seq::text,
      case when seq <= ${AGED} then timestamptz '2000-01-01' else now() end
    from chats c, generate_series(1, ${count}) as seq where c.uuid = ${chatUuid}
    returning seq, uuid`);
  await db.run(sql`
    update chats c set last_seq = ${count}, last_message_id = m.id, last_message_at = m.created_at
    from messages m where c.uuid = ${chatUuid} and m.chat_id = c.id and m.seq = ${count}`);
  return new Map(rows.map(({ seq, uuid }) => [seq, uuid]));
}

const at = (seq: number) => required(uuids.get(seq), 'uuid');
const remove = (seq: number) =>
  app.elena.call(deleteMessage, { params: { chatId: chat, messageId: at(seq) } });
async function read(query: Record<string, string>): Promise<number[]> {
  const { content } = await cast.bruno.call(listMessages, { params: { chatId: chat }, query });
  return content.map(({ seq }) => seq);
}

/** Anchors beside every end of a gap, and inside a gap. */
const anchors = [61, 63, 65, 79, 80, 81, 99, 101, 130, 160, 199, 200, 240, 275, 276, 330, 389, 400];
const halves = (seq: number) => [
  ...left.filter((one) => one < seq).slice(-PAGE / 2),
  ...left.filter((one) => one >= seq).slice(0, PAGE / 2),
];

describe('pages are full while there are messages, whatever has been deleted or removed by age between and beside them', () => {
  test.each([1, 2, 3, 4, 5, 6])('page %i', async (page) => {
    const end = left.length - (page - 1) * PAGE;
    const shown = left.slice(Math.max(0, end - PAGE), Math.max(0, end));
    expect(await read({ page: String(page) })).toEqual(shown);
  });

  test.each(anchors)('before and after %i', async (seq) => {
    const before = left.filter((one) => one < seq).slice(-PAGE);
    const after = left.filter((one) => one > seq).slice(0, PAGE);
    expect(await read({ before: at(seq) })).toEqual(before);
    expect(await read({ after: at(seq) })).toEqual(after);
  });

  test.each(anchors)('around %i, by its message and by its number', async (seq) => {
    expect(await read({ around: at(seq) })).toEqual(halves(seq));
    expect(await read({ aroundSeq: String(seq) })).toEqual(halves(seq));
  });

  test.each([1, 30, AGED, COUNT + 1, 5_000])(
    'around the number %i, where nothing is',
    async (seq) => {
      expect(await read({ aroundSeq: String(seq) })).toEqual(halves(seq));
    },
  );
});

test('a chat ends with the newest message that is left, however many after it are deleted', async () => {
  const [last] = await app.ctx.db.many<{ seq: number }>(sql`
    select m.seq from chats c join messages m on m.id = c.last_message_id where c.uuid = ${chat}`);
  expect(last?.seq).toBe(left.at(-1));
});

test('a chat of which everything is deleted is empty', async () => {
  const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const all = await fill(app.ctx.db, other, 80);
  for (const messageId of all.values()) {
    await app.elena.call(deleteMessage, { params: { chatId: other, messageId } });
  }
  for (const query of [
    {},
    { page: '2' },
    { around: required(all.get(40), 'message') },
    { aroundSeq: '3' },
  ]) {
    const params = { chatId: other };
    const { status, content } = await cast.ana.call(listMessages, { params, query });
    expect([status, content]).toEqual([200, []]);
  }
});
