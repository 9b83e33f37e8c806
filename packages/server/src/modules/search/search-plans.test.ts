import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { fillCompany, LONG } from '../../../test/busy-company.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { rowsHandled, withoutStatistics } from '../../../test/plans.ts';
import { search, searchAll } from '../../../test/search.ts';
import { untilIndexed } from '../../../test/search-index.ts';
import { type Database, type Sql, sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  await fillCompany(app.ctx.db, {
    groupUuid: cast.ventas.uuid,
    chatUuid: cast.ventasChat,
    sociable: cast.ana.uuid,
  });
  await sendText(cast.carla, cast.ventasChat, 'Un ornitorrinco');
  await untilIndexed(app.ctx.db, 100_000);
  await app.ctx.db.run(sql`
    update search_messages set created_at = now() - interval '10 years' where words like '%ornito%'`);
}, 120_000);
afterAll(() => app.close());

interface Read {
  settings: Sql;
  statement: Sql;
}

/** Notes what reads the index, with the settings that go before it. */
function noteReads(db: Database): () => Read[] {
  const reads: Read[] = [];
  const { transaction } = db;
  db.transaction = (work) =>
    transaction((tx) => {
      let settings: Sql;
      return work({
        ...tx,
        many(query) {
          settings = query;
          return tx.many(query);
        },
        one(statement) {
          if (statement.text.includes('search_messages')) reads.push({ settings, statement });
          return tx.one(statement);
        },
      });
    });
  return () => {
    db.transaction = transaction;
    return reads;
  };
}

/** The most rows that any step of these handles, with statistics and without any. */
async function maxRows(reads: Read[]): Promise<number[]> {
  const undone = new Error('undone');
  const most: number[] = [];
  await app.ctx.db
    .transaction(async (tx) => {
      // In this order: what analyses tables by itself waits for those that are analysed here, and not the other way round.
      for (const statistics of [true, false]) {
        await (statistics ? tx.run(sql`analyze`) : withoutStatistics(tx));
        for (const { settings, statement } of reads) {
          await tx.run(sql`savepoint settings`);
          await tx.many(settings);
          most.push(await rowsHandled(tx, statement, 'custom'));
          await tx.run(sql`rollback to savepoint settings`);
        }
      }
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return most;
}

async function rowsOf(act: () => Promise<{ status: number; content: unknown[] }>) {
  const noted = noteReads(app.ctx.db);
  const { status, content } = await act();
  const reads = noted();
  expect([status, reads.length > 0]).toEqual([200, true]);
  return { found: content.length, most: Math.max(...(await maxRows(reads))) };
}

// What the first look at the newest may read, and what is sought beside it: chats, or who may read them.
const FIRST_LOOK = 6_000;
const everywhere = (): [string, Client, typeof search][] => [
  ['in few chats', cast.bruno, search],
  ['in hundreds of chats', cast.ana, search as never],
  ['in all conversations', cast.elena, searchAll as never],
];

test.each(['muchos', '"por muchos en la"', 'dicho conversacion', 'tiene:archivo'])(
  '%s is common: the newest are read, not the 20,000',
  async (q) => {
    for (const [name, reader, call] of everywhere()) {
      const { found, most } = await rowsOf(() => call(reader, q));
      expect([name, found]).toEqual([name, 20]);
      expect(most, name).toBeLessThan(FIRST_LOOK);
    }
    expect(FIRST_LOOK).toBeLessThan(LONG / 2);
  },
);

test.each(['ornitorrinco', 'nitorrin', '"un ornitorrinco"', 'de:carla ornitorrincos'])(
  '%s is rare and old: the index leads to it',
  async (q) => {
    for (const [name, reader, call] of everywhere()) {
      const { found, most } = await rowsOf(() => call(reader, q));
      expect([name, found]).toEqual([name, 1]);
      expect(most, name).toBeLessThan(FIRST_LOOK);
    }
  },
);

test('what is found nowhere costs no more', async () => {
  for (const [name, reader, call] of everywhere()) {
    const { found, most } = await rowsOf(() => call(reader, 'inencontrable'));
    expect([name, found]).toEqual([name, 0]);
    expect(most, name).toBeLessThan(FIRST_LOOK);
  }
});
