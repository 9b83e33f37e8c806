import { firstOf } from '@chat/contract/checks';
import { getInformation } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../../test/cast.ts';
import { sql } from '../../../db/database.ts';
import { compactAgedHistory } from '../receipts/receipts.actions.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const send = async () =>
  firstOf((await sendText(cast.ana, cast.ventasChat, 'Antiguo')).content).uuid;
const reply = () => sendText(cast.bruno, cast.ventasChat, 'Visto');
const rows = () =>
  app.ctx.db.many<{ fromSeq: number; upToSeq: number; at: Date }>(sql`
    select from_seq, up_to_seq, at from mark_advances
    where user_id = (select id from users where uuid = ${cast.bruno.uuid}) order by up_to_seq`);
/** Sets all advances so far to this time, one second apart, as if not compacted yet. */
const age = (at: Date) =>
  app.ctx.db.run(sql`
    update mark_advances set at = ${at}::timestamptz + make_interval(secs => up_to_seq)`);
const foldFrom = (time: Date) =>
  app.ctx.db.run(sql`
    insert into mark_advances_folding (folded_until) values (${time})
    on conflict (only_one) do update set folded_until = excluded.folded_until`);

test('of what is older than 90 days one row an hour is left, with its last time', async () => {
  const now = new Date();
  const first = await send();
  await reply();
  await send();
  await reply();
  expect(await rows()).toHaveLength(2);
  const hour = Math.floor((now.getTime() - 90 * DAY_MS) / HOUR_MS) * HOUR_MS;
  await age(new Date(hour));
  await foldFrom(new Date(hour - 3 * HOUR_MS));
  await compactAgedHistory(app.ctx, now);
  expect(await rows()).toHaveLength(2);

  await age(new Date(hour - HOUR_MS));
  const [, last] = await rows();
  await foldFrom(new Date(hour - 3 * HOUR_MS));
  await compactAgedHistory(app.ctx, now);
  expect(await rows()).toEqual([{ fromSeq: 0, upToSeq: 4, at: last?.at }]);
  const { content } = await cast.ana.call(getInformation, { params: { messageId: first } });
  expect(content.seenBy).toMatchObject([{ uuid: cast.bruno.uuid, at: last?.at.toISOString() }]);
});

test('a clock that made a leap folds nothing', async () => {
  await foldFrom(new Date(Date.now() - HOUR_MS));
  await send();
  await reply();
  await send();
  await reply();
  const before = await rows();
  await compactAgedHistory(app.ctx, new Date(Date.now() + 366 * DAY_MS));
  expect(await rows()).toEqual(before);
});
