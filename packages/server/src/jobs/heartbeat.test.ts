import { listChats } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson } from '../../test/cast.ts';
import { createTestDatabase } from '../../test/database.ts';
import type { Db, Sql } from '../db/database.ts';

/** Jobs that looked for themselves would do so every 10 s at least. */
const REST_MS = 11_000;

const DAY_MS = 24 * 3_600_000;
/** An eighth of the shortest limit is how often sessions may be looked at: none is over during the rest. */
const session = { unusedMs: DAY_MS, adminUnusedMs: 8 * (REST_MS - 1_000), lifetimeMs: DAY_MS };

const asked: { text: string; at: number }[] = [];

function note(db: Db): void {
  const { many, maybeOne, one, run } = db;
  const noted = (query: Sql) => {
    asked.push({ text: query.text.replace(/\s+/g, ' ').trim(), at: performance.now() });
    return query;
  };
  db.many = <Row>(query: Sql) => many<Row>(noted(query));
  db.maybeOne = <Row>(query: Sql) => maybeOne<Row>(noted(query));
  db.one = <Row>(query: Sql) => one<Row>(noted(query));
  db.run = (query) => run(noted(query));
}

let app: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const { transaction } = db;
  note(db);
  db.transaction = (work, settings) =>
    transaction((tx) => {
      note(tx);
      return work(tx);
    }, settings);
  app = await startApp({ session }, { database });
});
afterAll(() => app.close());

const isHeartbeat = (text: string) => text.startsWith('with beat as');
/** Whether sessions that are known were ended unseen is asked by the clock. */
const isOfKnown = (text: string) =>
  /from ended_sessions where ended_at > least|as known \(id\)/.test(text);

test('while nothing happens a process with connected people asks the heartbeat alone, beside looks at their sessions', async () => {
  const ana = await registerPerson(app, 'ana');
  await ana.connect();
  await ana.call(listChats, {});
  const restedFor = () => {
    const others = asked.findLastIndex(({ text }) => !isHeartbeat(text) && !isOfKnown(text));
    const [first, last] = [asked[others + 1], asked.at(-1)];
    return first && last ? last.at - first.at : 0;
  };
  await vi.waitFor(() => expect(restedFor()).toBeGreaterThan(REST_MS), { timeout: 80_000 });
}, 90_000);
