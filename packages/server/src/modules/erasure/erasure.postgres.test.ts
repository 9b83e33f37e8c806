import { eraseUser } from '@chat/contract/holds';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import { gatherErasable, tablesWith } from '../../../test/erasable.ts';
import { type Db, sql } from '../../db/database.ts';

/** For a machine that does other things besides. */
const patiently = { timeout: 60_000 };

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** Until a statement with those words waits for a lock; the server's own jobs may wait besides. */
const waiting = (tx: Db, words: string) =>
  vi.waitFor(async () => {
    // A transaction sees the same texts of statements until it says this.
    await tx.one(sql`select pg_stat_clear_snapshot()`);
    const found = await tx.many<{ query: string }>(sql`
      select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    expect(found.map(({ query }) => query).join()).toContain(words);
  }, patiently);

test('of two administrators who erase somebody at once neither gets in the way of the other', async () => {
  const { person } = await gatherErasable(app, cast, 1);
  const params = { userId: person.uuid };
  await app.elena.call(deleteUser, { params });
  const erase = (messages: boolean) =>
    app.elena.call(eraseUser, { params, body: { email: person.email, messages } });
  const replies = await app.ctx.db.transaction(async (tx) => {
    // The first waits in the midst of its last transaction.
    await tx.run(sql`lock table recovery_codes in access exclusive mode`);
    const first = erase(false);
    await waiting(tx, 'delete from recovery_codes');
    const second = erase(true);
    await waiting(tx, 'erased_at from users');
    return [first, second];
  });
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 404]);
});

test('an edit of a text that mentions them and their erasure do not wait for each other', async () => {
  const { person, words, mentioning, chat } = await gatherErasable(app, cast, 2);
  const params = { userId: person.uuid };
  await app.elena.call(deleteUser, { params });
  const { erased } = await app.ctx.db.transaction(async (tx) => {
    await tx.run(sql`select from chats where uuid = ${chat} for no key update`);
    const erased = app.elena.call(eraseUser, {
      params,
      body: { email: person.email, messages: false },
    });
    await waiting(tx, 'select from chats where id = any');
    await tx.run(sql`select from messages where uuid = ${mentioning.uuid} for no key update`);
    return { erased };
  });
  expect((await erased).status).toBe(200);
  expect(await tablesWith(app.ctx.db, words)).toEqual([]);
});
