import { getPersonalChat } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { draftsBy, sendAll, sentOf, seqsOf, upTo } from '../../../../test/sends.ts';
import { type Database, sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

test('a message that the database refuses harms none of those it was sent with', async () => {
  const { db } = app.ctx;
  await db.run(
    sql`alter table messages add constraint no_poison check (content <> 'veneno') not valid`,
  );
  const draft = await draftsBy(
    app.ctx.db,
    cast.carla,
    (await cast.carla.call(getPersonalChat, {})).content.uuid,
  );
  const announced: number[] = [];
  const texts = ['uno', 'dos', 'veneno', 'tres', 'veneno', 'cuatro'];
  const drafts = texts.map((content) => draft({ content }));
  const results = await sendAll(db, drafts, announced);
  expect(results.map(({ status }) => status)).toEqual(
    texts.map((text) => (text === 'veneno' ? 'rejected' : 'fulfilled')),
  );
  const first = firstOf(announced);
  expect(announced).toEqual(upTo(4).map((n) => first + n - 1));
  await db.run(sql`alter table messages drop constraint no_poison`);
});

test('a reference that another process has stored in the same moment is answered as a repeat, the others as new', async () => {
  const { db } = app.ctx;
  const chat = (await cast.bruno.call(getPersonalChat, {})).content.uuid;
  const draft = await draftsBy(app.ctx.db, cast.bruno, chat);
  const other = draft({ referenceId: 'de-dos-procesos' });
  let isFirst = true;
  /** The other process stores the message just before the batch, which cannot see it. */
  const racing: Database = {
    ...db,
    async many<Row>(query: Parameters<Database['many']>[0]): Promise<Row[]> {
      if (isFirst || !query.values.some((value) => Array.isArray(value) && value.length > 1)) {
        isFirst = false;
        return db.many<Row>(query);
      }
      await sendAll(db, [other]);
      throw Object.assign(new Error('duplicate key'), {
        code: '23505',
        constraint: 'messages_reference_key',
      });
    },
  };
  const results = await sendAll(racing, [
    draft({}),
    draft({}),
    draft({ referenceId: 'de-dos-procesos' }),
    draft({}),
  ]);
  const sent = sentOf(results);
  expect(seqsOf(sent)).toEqual([1, 3, 2, 4]);
  expect(sent.map((row) => row?.isNew)).toEqual([true, true, false, true]);
});

test('while the database is away nothing is tried again: each is told so at once', async () => {
  const chat = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  const draft = await draftsBy(app.ctx.db, cast.ana, chat);
  let count = 0;
  const away: Database = {
    ...app.ctx.db,
    many() {
      count++;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    },
  };
  const results = await sendAll(away, [draft({}), draft({}), draft({})]);
  expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(count).toBe(2);
});
