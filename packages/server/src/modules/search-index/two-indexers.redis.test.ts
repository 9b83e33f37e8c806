import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherCast, sendText } from '../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import { untilIndexed } from '../../../test/search-index.ts';
import { sql } from '../../db/database.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test('of several processes each message is indexed by one, once', async () => {
  const { one, other } = processes;
  const { db } = one.ctx;
  await db.run(sql`create table writes (message_id bigint)`);
  await db.run(sql`
    create function note_write() returns trigger language plpgsql as
    $$ begin insert into writes values (new.message_id); return null; end $$`);
  await db.run(sql`
    create trigger note_write after insert or update on search_messages
    for each row execute function note_write()`);
  const { ana, bruno, ventasChat } = await gatherCast(one);
  const there = at(other, bruno);
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => sendText(n % 2 ? ana : there, ventasChat, `${n}`)),
    );
  }
  await untilIndexed(db);
  const written = await db.one<{ all: number; messages: number }>(sql`
    select count(*) as all, count(distinct message_id) as messages from writes`);
  expect(written).toEqual({ all: 300, messages: 300 });
});

test('what a process has sent before it ended is indexed by another one', async () => {
  const third = await processes.start();
  const ana = at(third, await third.signIn('ana@empresa.local'));
  const own = (await ana.call(getPersonalChat, {})).content.uuid;
  await sendText(ana, own, 'y me voy');
  await third.close();
  await untilIndexed(processes.one.ctx.db);
});
