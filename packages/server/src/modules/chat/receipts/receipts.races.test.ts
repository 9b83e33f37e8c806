import { EventEmitter, once } from 'node:events';
import { listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { holdStatements } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import { defaultTiming } from '../../../config/timing.ts';
import { sql } from '../../../db/database.ts';
import { createReceiptBatcher } from './receipt-batcher.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp({}, { connections: 5 });
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** Words of the statement that writes watermarks. */
const WRITING = 'with said as';

/** The lowest watermarks of the members, and the chat's own watermarks for everybody. */
const reached = () =>
  app.ctx.db.one<Record<string, number>>(sql`
    select c.delivered_seq, c.seen_seq, c.last_seq,
      min(m.delivered_seq) as least_delivered, min(m.seen_seq) as least_seen
    from chats c join chat_members m on m.chat_id = c.id and m.left_at is null
    where c.uuid = ${cast.ventasChat} group by c.id`);

test('sends and marks of everybody at once leave ticks and counters that agree with each mark', async () => {
  const people = [cast.ana, cast.bruno, cast.carla];
  const live = await Promise.all(people.map((person) => person.connect()));
  const work = Array.from({ length: 90 }, async (_, i) => {
    const who = i % 3;
    const signal = { chatId: cast.ventasChat, upToSeq: 1 + (i % 20) };
    if (i % 2) await sendText(required(people[who], 'person'), cast.ventasChat, `${i}`);
    else await live[who]?.emit(i % 4 ? 'seen' : 'delivered', signal);
  });
  await Promise.all(work);
  await app.ctx.receipts.flush();
  const { deliveredSeq, seenSeq, lastSeq, ...least } = await reached();
  expect({ lastSeq, leastDelivered: deliveredSeq, leastSeen: seenSeq }).toEqual({
    lastSeq: 45,
    ...least,
  });
  for (const person of people) {
    const params = { groupId: cast.ventas.uuid };
    const [entry] = (await person.call(listGroupChats, { params })).content;
    const { count } = await app.ctx.db.one<{ count: number }>(sql`
      select count(*) as count from messages m join users u on u.id = m.sender_id
      where u.uuid <> ${person.uuid} and m.seq > ${entry?.seenSeq}`);
    expect([person.email, entry?.unreadCount]).toEqual([person.email, count]);
  }
  for (const socket of live) socket.close();
});

test('coming, going, writing and reading at once ends without a deadlock or a failure', async () => {
  // A group of its own: the last event decides whether Carla is a member of it at the end.
  const group = await createGroupOf(app, 'Idas y venidas', [cast.ana, cast.bruno, cast.carla]);
  const path = `/groups/${group.uuid}/users`;
  const [ana, carla] = [await cast.ana.connect(), await cast.carla.connect()];
  const chatId = await groupChatOf(cast.ana, group);
  const round = async (i: number): Promise<number[]> => {
    const replies = await Promise.all([
      app.elena.request('DELETE', `${path}/${cast.carla.uuid}`),
      app.elena.request('DELETE', `${path}/${cast.carla.uuid}`),
      app.elena.request('POST', path, { userIds: [cast.carla.uuid, cast.bruno.uuid] }),
      sendText(cast.carla, chatId, `Carla ${i}`),
      sendText(cast.ana, chatId, `Ana ${i}`),
      ana.emit('seen', { chatId }),
      carla.emit('seen', { chatId }),
    ]);
    return replies.flatMap((reply) => ('status' in reply ? [reply.status] : []));
  };
  for (let i = 0; i < 12; i++) {
    const statuses = await round(i);
    expect(statuses.filter((status) => ![200, 201, 403, 404].includes(status))).toEqual([]);
  }
  for (const socket of [ana, carla]) socket.close();
});

test('a receipt is announced after the messages that it may cover', async () => {
  const { db, log } = app.ctx;
  const live = await cast.ana.connect();
  const chatUuid = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const [sent] = (await sendText(cast.ana, chatUuid, '¿Lo ves?')).content;
  // Otherwise the server's own count after the send would advance the chat's watermarks before the receipts below.
  await app.ctx.receipts.flush();
  const events = new EventEmitter();
  const released = once(events, 'announced');
  const announced = async (chat: string) => {
    events.emit('awaited', chat);
    await released;
  };
  const { realtime } = app.ctx;
  const receipts = createReceiptBatcher({
    db,
    realtime,
    messages: { announced },
    log,
    timing: defaultTiming,
  });
  const awaited = once(events, 'awaited');
  const seq = required(sent, 'sent').seq;
  const { id } = await db.one<{ id: number }>(
    sql`select id from users where uuid = ${cast.bruno.uuid}`,
  );
  const marked = receipts.mark({ userId: id, chatUuid, deliveredSeq: seq, seenSeq: seq });
  expect(await awaited).toEqual([chatUuid]);
  expect(await marked).toBe(true);
  await live.fence();
  const announcements = ['message:delivered', 'message:seen', 'message:info'] as const;
  // Receipts of earlier tests may still be announced to Ana in other chats.
  const received = announcements.flatMap((event) => live.all(event));
  expect(received.filter(({ chatId }) => chatId === chatUuid)).toEqual([]);
  events.emit('announced');
  await live.waitFor('message:seen', ({ upToSeq }) => upToSeq === seq);
  await live.waitFor('message:info', ({ seenSeq }) => seenSeq === seq);
  await receipts.close();
  live.close();
});

test('while one batch of marks is being written all that come make one more', async () => {
  const { db, log, realtime } = app.ctx;
  const chatUuid = await directChatOf(cast.ana, cast.carla, cast.ventas);
  for (let n = 0; n < 12; n++) await sendText(cast.ana, chatUuid, `${n}`);
  await app.ctx.receipts.flush();
  const { id } = await db.one<{ id: number }>(
    sql`select id from users where uuid = ${cast.carla.uuid}`,
  );
  const { many } = db;
  let batches = 0;
  db.many = (query) => {
    if (query.text.includes(WRITING)) batches += 1;
    return many(query);
  };
  const { release } = holdStatements(db, WRITING);
  const receipts = createReceiptBatcher({
    db,
    realtime,
    messages: { announced: async () => {} },
    log,
    timing: defaultTiming,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const marked: Promise<boolean>[] = [];
  try {
    for (let seq = 1; seq <= 12; seq++) {
      marked.push(receipts.mark({ userId: id, chatUuid, deliveredSeq: seq, seenSeq: 0 }));
      await vi.advanceTimersByTimeAsync(200);
    }
  } finally {
    vi.useRealTimers();
    release();
  }
  expect(await Promise.all(marked)).toEqual(Array(12).fill(true));
  expect(batches).toBe(2);
  await receipts.close();
  db.many = many;
});
