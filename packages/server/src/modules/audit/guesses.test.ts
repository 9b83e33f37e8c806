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
