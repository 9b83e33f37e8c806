import { isDeepStrictEqual } from 'node:util';
import { getPersonalChat } from '@chat/contract/chats';
import { deleteMessage } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { pagesRead } from '../../../test/plans.ts';
import { fillPersonal, search, searchAll } from '../../../test/search.ts';
import { indexAll } from '../../../test/search-index.ts';
import { costsOf, noteReads } from '../../../test/search-reads.ts';
import { sql } from '../../db/database.ts';

// More messages than one read of the index covers.
const OWN = 10_000;
const ELSEWHERE = 3_000;

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  await fillPersonal(app, cast.ana, 'lista de la compra', OWN);
  await fillPersonal(app, cast.bruno, 'mi clave ornitorrinco es 7391, la otra 5', ELSEWHERE);
  for (let n = 0; n < 3; n++) await sendText(cast.ana, cast.ventasChat, `Buenos días ${n}`);
  await sendText(cast.carla, cast.ventasChat, 'xilofonista de Carla');
  await indexAll(app.ctx.db);
}, 120_000);
afterAll(() => app.close());

/** The statements of a search without the search text, and the pages that each statement reads. */
async function costOf(reader: Client, q: string, call: typeof search | typeof searchAll) {
  const { reads, end } = noteReads(app.ctx.db);
  const { status, content } = await call(reader, q);
  end();
  expect([q, status, content.length]).toEqual([q, 200, 0]);
  const texts = reads.map(({ statement }) => statement.text);
  return { texts, pages: await costsOf(app.ctx.db, reads, pagesRead) };
}

/** Whether no other session looks at the data: for those that do, dead entries of an index stay, and cost a page more. */
async function isAlone(): Promise<boolean> {
  const { count } = await app.ctx.db.one<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`);
  return count === 0;
}

/** The indexer may work meanwhile and change both costs, so only costs that stay the same are compared. */
async function expectCostsOf<Costs>(cost: (q: string) => Promise<Costs>, q: string, other: string) {
  const both = async () => [await cost(q), await cost(other)];
  let alone = 0;
  for (let before = await both(); ; ) {
    alone = (await isAlone()) ? alone + 1 : 0;
    const after = await both();
    const [said, unsaid] = after;
    const isSame = isDeepStrictEqual(said, unsaid);
    // The first look after the others' removes what is dead, the second pays no more for it.
    const isSettled = isDeepStrictEqual(before, after) && (isSame || alone > 2);
    if (isSettled) return expect(said).toEqual(unsaid);
    before = after;
  }
}

// Words that occur only in Bruno's personal chat, each with a similar word that occurs nowhere.
const pairs: [string, string][] = [
  ['7391', '7462'],
  ['739', '746'],
  ['391,', '462,'],
  ['ornitorrinco', 'ortinorrinca'],
  ['nitorrin', 'tinorrin'],
  ['"mi clave"', '"mi clova"'],
  ['"es 7391"', '"es 7462"'],
  ['clave 7391', 'clova 7462'],
];

test.each(pairs)(
  '%s, which others say in their own chats, costs what %s costs, which nobody says',
  async (q, other) => {
    for (const [name, reader, call] of [
      ['a member', cast.ana, search],
      ['an administrator', cast.elena, searchAll],
    ] as const) {
      const cost = async (part: string) => ({ name, ...(await costOf(reader, part, call)) });
      expect((await cost(q)).texts.length).toBeGreaterThan(1);
      await expectCostsOf(cost, q, other);
    }
  },
);

test('nor does it tell that somebody begins or ceases to say it', async () => {
  const before = await costOf(cast.ana, '9917', search);
  const { content: own } = await cast.carla.call(getPersonalChat, {});
  for (let n = 0; n < 5; n++) await sendText(cast.carla, own.uuid, `9917 ${n}`);
  await indexAll(app.ctx.db);
  const said = await costOf(cast.ana, '9917', search);
  expect(said.texts).toEqual(before.texts);
});

test('what is deleted in one’s own chat costs no more from that moment on than what nobody said', async () => {
  const { content } = await sendText(cast.carla, cast.ventasChat, 'contrabajista 88123');
  await indexAll(app.ctx.db);
  const messageId = content[0]?.uuid ?? '';
  await cast.elena.call(deleteMessage, { params: { chatId: cast.ventasChat, messageId } });
  const costs = async (q: string) => (await costOf(cast.bruno, q, search)).pages;
  await expectCostsOf(costs, 'contrabajista', 'bajocontrista');
  await indexAll(app.ctx.db);
  await expectCostsOf(costs, '88123', '77123');
});
