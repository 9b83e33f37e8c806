import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import { sql } from '../../db/database.ts';
import { recordOverMinutes, recordSignInFailure } from './sign-in-failures.actions.ts';

const GUESSES = 20_000;
const ADDRESSES = 50;
const AT_ONCE = 100;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ofNobody = async () => {
  const { db } = app.ctx;
  return db.many<{ detail: string; address: string }>(sql`
    select detail, address from audit_events
    where action = 'SIGN_IN_FAILED' and target_id is null order by id`);
};
const failFrom = (address: string) =>
  recordSignInFailure(app.ctx.db, { personId: undefined, address, by: 'PASSWORD' });
/** Moves the beginning of the minutes that are counted by so many seconds. */
const moveMinutes = (seconds: number) =>
  app.ctx.db.run(sql`
    update sign_in_failures set began_at = began_at + make_interval(secs => ${seconds}::integer)`);

test('all addresses of an IPv6 network count as one, which the entry of their minute names', async () => {
  for (let n = 1; n <= 4; n++) await failFrom(`2001:db8:0:7::${n}`);
  await moveMinutes(-61);
  await recordOverMinutes(app.ctx.db);
  expect((await ofNobody()).slice(-2)).toEqual([
    { detail: 'PASSWORD', address: '2001:db8:0:7::1' },
    { detail: 'PASSWORD 3', address: '2001:db8:0:7::/64' },
  ]);
});

test('the first failure after a minute is written at once, even before the minute is', async () => {
  const address = '192.0.2.200';
  for (let n = 0; n < 3; n++) await failFrom(address);
  await moveMinutes(-61);
  await failFrom(address);
  expect((await ofNobody()).slice(-3)).toEqual([
    { detail: 'PASSWORD', address },
    { detail: 'PASSWORD 2', address },
    { detail: 'PASSWORD', address },
  ]);
});

test('a clock that was put back keeps no minute open', async () => {
  const address = '192.0.2.201';
  for (let n = 0; n < 3; n++) await failFrom(address);
  await moveMinutes(3_600);
  await failFrom(address);
  expect((await ofNobody()).slice(-3)).toEqual([
    { detail: 'PASSWORD', address },
    { detail: 'PASSWORD 2', address },
    { detail: 'PASSWORD', address },
  ]);
  await failFrom(address);
  await moveMinutes(3_600);
  await expect
    .poll(async () => (await ofNobody()).at(-1))
    .toEqual({ detail: 'PASSWORD 1', address });
});

test('20,000 guesses from 50 addresses make at most one entry at once and one a minute of each', async () => {
  const { db } = app.ctx;
  const { id } = (await registerPerson(app, 'ramon')).user;
  const guess = (n: number) =>
    recordSignInFailure(db, { personId: id, address: `192.0.2.${n % ADDRESSES}`, by: 'PASSWORD' });
  for (let round = 0; round < GUESSES / AT_ONCE; round++) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => guess(n)));
  }
  await db.run(sql`update sign_in_failures set began_at = now() - interval '61 seconds'`);
  await recordOverMinutes(db);
  const found = await db.one<{
    atOnce: number;
    tooSoon: number;
    minutes: number;
    guesses: number;
  }>(sql`
    with entry as (
      select detail, happened_at - lag(happened_at) over (partition by address, detail = 'PASSWORD' order by id) as apart
      from audit_events where action = 'SIGN_IN_FAILED' and target_id = ${id}
    )
    select count(*) filter (where detail = 'PASSWORD') as "atOnce",
      count(*) filter (where detail = 'PASSWORD' and apart < interval '1 minute') as "tooSoon",
      count(*) filter (where detail <> 'PASSWORD') as minutes,
      sum(coalesce(substring(detail from '[0-9]+')::integer, 1)) as guesses
    from entry`);
  expect(found).toMatchObject({ tooSoon: 0 });
  expect(found.atOnce).toBeGreaterThanOrEqual(ADDRESSES);
  expect(found.minutes).toBeLessThanOrEqual(found.atOnce);
  expect(Number(found.guesses)).toBe(GUESSES);
}, 600_000);
