import { expect } from 'vitest';
import { type Db, sql } from '../../src/db/database.ts';
import { patientTiming, type TestApp } from '../build-app.ts';
import type { PushedBrowser } from './push-service.ts';

/** Pushes that wait for nothing but what a test asks for. Its numbers may change while the server runs. */
export const quickPushes = () => ({
  ...patientTiming,
  pushApartMs: 10,
  pushQueueMs: 0,
  pushLostMs: 10,
});

/** Longer than any test. */
export const NEVER_MS = 600_000;

const rowOf = async (db: Db, { endpoint }: PushedBrowser) => {
  const rows = await db.many<{ state: string }>(sql`
    select case when n.leased_until is not null then 'under way' when n.next_at > now() then 'rests' else 'due' end as state
    from push_notifications n join push_subscriptions s on s.id = n.subscription_id
    where s.endpoint = ${endpoint}`);
  return rows.map(({ state }) => state);
};

/** Waits until the only chat with pushes to the browser stands so in the queue. */
export const expectInQueue = (
  { ctx }: TestApp,
  browser: PushedBrowser,
  state: 'under way' | 'rests',
): Promise<void> => expect.poll(() => rowOf(ctx.db, browser)).toEqual([state]);

/** The time of the queue goes on. */
export const passSeconds = ({ ctx }: TestApp, seconds: number): Promise<unknown> =>
  ctx.db.run(sql`
    update push_notifications set next_at = next_at - ${seconds} * interval '1 second'`);
