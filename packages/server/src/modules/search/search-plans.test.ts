import { required } from '@chat/contract/checks';
import { searchMessages } from '@chat/contract/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { fillCompany, LONG } from '../../../test/busy-company.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { noteStatements, pagesRead, rowsByEveryPlan, rowsHandled } from '../../../test/plans.ts';
import { search, searchAll } from '../../../test/search.ts';
import { indexAll } from '../../../test/search-index.ts';
import { costsOf, type Measure, noteReads } from '../../../test/search-reads.ts';
import { sql } from '../../db/database.ts';
import { replaceMessage } from '../search-index/search-index.actions.ts';

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
  const { content } = await sendText(cast.carla, cast.ventasChat, 'Un ornitorrinco');
  await indexAll(app.ctx.db);
  await app.ctx.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      update messages set created_at = now() - interval '10 years' where uuid = ${content[0]?.uuid} returning id`);
    await replaceMessage(tx, id);
  });
}, 120_000);
afterAll(() => app.close());

const byRows: Measure = (tx, statement) => rowsHandled(tx, statement, 'custom');

async function costOf(
  act: () => Promise<{ status: number; content: unknown[] }>,
  measure = byRows,
) {
  const { reads, end } = noteReads(app.ctx.db);
  const { status, content } = await act();
  end();
  expect([status, reads.length > 0]).toEqual([200, true]);
  return { found: content.length, most: Math.max(...(await costsOf(app.ctx.db, reads, measure))) };
}

/** A search of the own chats or of all conversations. */
type Search = (reader: Client, q: string) => Promise<{ status: number; content: unknown[] }>;

// The most rows of the first look at the newest messages, and of the lookups beside it: chats and their readers.
const FIRST_LOOK = 6_000;
const everywhere = (): [string, Client, Search][] => [
  ['in few chats', cast.bruno, search],
  ['in hundreds of chats', cast.ana, search],
  ['in all conversations', cast.elena, searchAll],
];

test.each(['muchos', '"por muchos en la"', 'dicho conversacion', 'tiene:archivo'])(
  '%s is common: the newest are read, not the 20,000',
  async (q) => {
    for (const [name, reader, call] of everywhere()) {
      const { found, most } = await costOf(() => call(reader, q));
      expect([name, found]).toEqual([name, 20]);
      expect(most, name).toBeLessThan(FIRST_LOOK);
    }
    expect(FIRST_LOOK).toBeLessThan(LONG / 2);
  },
);

test.each(['ornitorrinco', 'nitorrin', '"un ornitorrinco"', 'de:carla ornitorrincos'])(
  '%s is rare and old: its block leads to it',
  async (q) => {
    for (const [name, reader, call] of everywhere()) {
      const { found, most } = await costOf(() => call(reader, q));
      expect([name, found]).toEqual([name, 1]);
      expect(most, name).toBeLessThan(FIRST_LOOK);
    }
  },
);

test('what is found nowhere costs no more', async () => {
  for (const [name, reader, call] of everywhere()) {
    const { found, most } = await costOf(() => call(reader, 'inencontrable'));
    expect([name, found]).toEqual([name, 0]);
    expect(most, name).toBeLessThan(FIRST_LOOK);
  }
});

test('for who hangs up nothing more is read', async () => {
  // The query excludes every message, so the search must read all of them.
  const exhaustive = `/api${searchMessages.path}?q=-dicho%20-muchos%20-un`;
  const { url, token } = cast.ana;
  async function ask(signal?: AbortSignal): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url + exhaustive, { headers, signal: signal ?? null });
    await answer.text();
    return answer.status;
  }
  const { reads, end } = noteReads(app.ctx.db);
  expect(await ask()).toBe(200);
  const all = reads.length;
  expect(all).toBeGreaterThan(2);
  const leaving = new AbortController();
  const left = ask(leaving.signal).catch(() => 'left');
  await expect.poll(() => reads.length, { interval: 1 }).toBeGreaterThan(all);
  leaving.abort();
  expect(await left).toBe('left');
  // Searches of one person take turns: at the end of this one the other one would have ended, too.
  expect(await ask()).toBe(200);
  end();
  expect(reads.length - 2 * all).toBeLessThan(all);
});

// For each chat, the search reads a few pages of each table and index on the way to one row.
const FEW_PAGES = 60;
const PAGES_OF_A_CHAT = 6;

test('a time long ago is looked for where it stands, not from today back to it', async () => {
  const chats = await app.ctx.db.one<{ count: number }>(sql`
    select count(*)::integer from chat_members m join users u on u.id = m.user_id where u.uuid = ${cast.ana.uuid}`);
  // The search in all conversations is left out: it also reads the chats that nobody may watch.
  for (const [name, reader, call] of everywhere().slice(0, 2)) {
    const { found, most } = await costOf(() => call(reader, 'antes:2019-1-1'), pagesRead);
    expect([name, found]).toEqual([name, 1]);
    const few = reader === cast.ana ? PAGES_OF_A_CHAT * chats.count : FEW_PAGES;
    expect(most, name).toBeLessThan(few);
  }
});

test('whether all messages stand in their blocks is asked without reading them', async () => {
  const noted = noteStatements(app.ctx.db, /is_complete/);
  await search(cast.ana, 'muchos');
  const asked = required(noted()[0], 'statement');
  const found = await rowsByEveryPlan(app.ctx.db, [asked]);
  expect(found.map(({ rows }) => rows)).toEqual([1, 1, 1, 1]);
});
