import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({ databaseUrl: process.env.TEST_DATABASE_URL }, { database });
});
afterAll(() => app.close());

const waitingForLocks = () =>
  app.ctx.db
    .one<{ count: number }>(sql`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    .then(({ count }) => count);

test('while many sends wait for their chats, people register and read, and none of the sends is lost', async () => {
  const { ana, bruno, carla, ventas, ventasChat } = await gatherCast(app);
  const direct = await directChatOf(ana, bruno, ventas);
  const elsewhere = database.open();
  let sending: Promise<{ status: number }[]> = Promise.resolve([]);
  await elsewhere.transaction(async (tx) => {
    await tx.run(sql`select from chats where uuid in (${ventasChat}, ${direct}) for update`);
    sending = Promise.all(
      Array.from({ length: 40 }, (_, n) => sendText(ana, n % 2 ? direct : ventasChat, `${n}`)),
    );
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    const live = await carla.connect();
    const page = await bruno.call(listMessages, { params: { chatId: ventasChat } });
    expect(page.content).toEqual([]);
    live.close();
  });
  await elsewhere.close();
  expect((await sending).map(({ status }) => status)).toEqual(Array(40).fill(201));
  for (const chatId of [direct, ventasChat]) {
    const { content } = await ana.call(listMessages, { params: { chatId } });
    expect(content.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  }
});

test('a chat that is held up does not hold up another', async () => {
  const ana = await app.signIn('ana@empresa.local');
  const own = async (kind: string) =>
    (
      await app.ctx.db.one<{ uuid: string }>(sql`
        select c.uuid from chats c join chat_members m on m.chat_id = c.id join users u on u.id = m.user_id
        where c.kind = ${kind} and u.uuid = ${ana.uuid} and c.last_seq > 0`)
    ).uuid;
  const [direct, group] = [await own('DIRECT'), await own('GROUP')];
  const elsewhere = database.open();
  let held: Promise<{ status: number }> | undefined;
  await elsewhere.transaction(async (tx) => {
    await tx.run(sql`select from chats where uuid = ${direct} for update`);
    held = sendText(ana, direct, 'Espera');
    await expect.poll(waitingForLocks).toBeGreaterThan(0);
    expect((await sendText(ana, group, 'Pasa')).status).toBe(201);
  });
  await elsewhere.close();
  expect((await held)?.status).toBe(201);
});
