import { listMessages } from '@chat/contract/messages';
import { listScheduled } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';
import { inMs, insertDue, makeDue, schedule } from '../../../../test/scheduled.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { sql } from '../../../db/database.ts';

let processes: Processes;
let cast: Cast;
let live: { ana: LiveClient; bruno: LiveClient };
beforeAll(async () => {
  processes = await startProcesses();
  await processes.start();
  cast = await gatherCast(processes.one);
  live = {
    ana: await cast.ana.connect(),
    bruno: await at(processes.other, cast.bruno).connect(),
  };
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await processes.close();
});

const waiting = async () =>
  (await processes.one.ctx.db.many(sql`select from scheduled_messages`)).length;
const stored = () =>
  processes.one.ctx.db.many<{ content: string }>(sql`select content from messages order by id`);

test('what one process takes in is heard at another, once', async () => {
  const { content } = await schedule(cast.ana, cast.ventasChat, 'aquí y allí', {
    sendAt: inMs(500),
  });
  for (const socket of [live.ana, live.bruno]) {
    await socket.waitFor('message', ({ uuid }) => uuid === content.uuid);
    await socket.fence();
    expect(socket.all('message')).toHaveLength(1);
  }
});

test('that the author may not write is told at every process', async () => {
  const { ana, bruno, ventas, elena } = cast;
  const { content } = await schedule(at(processes.other, bruno), cast.ventasChat, 'ya no');
  await elena.request('DELETE', `/groups/${ventas.uuid}/users/${bruno.uuid}`);
  await makeDue(processes.one, content);
  await live.bruno.waitFor('scheduled:dropped', ({ uuid }) => uuid === content.uuid);
  await live.ana.fence();
  expect(live.ana.all('scheduled:dropped')).toEqual([]);
  expect((await ana.call(listScheduled, {})).content).toEqual([]);
  await elena.request('POST', `/groups/${ventas.uuid}/users`, { userIds: [bruno.uuid] });
  await processes.one.ctx.db.run(sql`delete from scheduled_messages`);
});

test('three that look at the same moment send each once, in the order of its time', async () => {
  const before = (await stored()).length;
  await insertDue(processes.one, { author: cast.ana, chatId: cast.ventasChat }, 200);
  for (const { ctx } of [processes.one, processes.other]) ctx.scheduled.wake(0);
  await expect.poll(waiting).toBe(0);
  const texts = (await stored()).slice(before).map(({ content }) => content);
  expect(texts).toEqual(Array.from({ length: 200 }, (_, n) => `Aviso ${n + 1}`));
});

test('while Redis is away all of them send, and each message is one all the same', async () => {
  const { ana, ventasChat } = cast;
  await processes.one.ctx.db.run(sql`delete from message_originals`);
  const before = (await stored()).length;
  await processes.redis.crash();
  const { ctx } = processes.one;
  await ctx.db.run(sql`
    insert into scheduled_messages (uuid, chat_id, sender_id, content, mentioned_user_ids, send_at)
    select gen_random_uuid(), c.id, u.id, concat('Sin Redis ', n), '{}', now()
    from chats c, users u, generate_series(1, 100) as n
    where c.uuid = ${ventasChat} and u.uuid = ${ana.uuid}`);
  for (const one of [processes.one, processes.other]) one.ctx.scheduled.wake(0);
  await expect.poll(waiting).toBe(0);
  const texts = (await stored()).slice(before).map(({ content }) => content);
  expect(texts.sort()).toEqual(Array.from({ length: 100 }, (_, n) => `Sin Redis ${n + 1}`).sort());
  await processes.redis.resume();
  const { content } = await ana.call(listMessages, { params: { chatId: ventasChat } });
  expect(content).toHaveLength(50);
});

test('what was taken in by a process that has died is sent by another within 30 s', async () => {
  const third = await processes.start();
  await schedule(at(third, cast.ana), cast.ventasChat, 'de quien ya no está', {
    sendAt: inMs(800),
  });
  // The process ends before the time, as a killed one does.
  await third.ctx.scheduled.close();
  await live.bruno.socket.timeout(1);
  await expect.poll(async () => (await stored()).at(-1)?.content).toBe('de quien ya no está');
}, 40_000);
