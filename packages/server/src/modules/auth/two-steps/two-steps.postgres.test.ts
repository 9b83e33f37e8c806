import { confirmTwoSteps, setUpTwoSteps } from '@chat/contract/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdStatements } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { PASSWORD } from '../../../../test/client.ts';
import { codeOf, loginWith, stopClock, turnOnTwoSteps } from '../../../../test/two-steps.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let startClock: () => void;
beforeAll(async () => {
  app = await startApp();
  startClock = stopClock();
});
afterAll(async () => {
  startClock();
  await app.close();
});

/** Starts something just before the commit of the next transaction, which waits until that waits for it. */
function beforeCommit(start: () => unknown): void {
  const { transaction } = app.ctx.db;
  app.ctx.db.transaction = (work, settings) => {
    app.ctx.db.transaction = transaction;
    return transaction(async (tx) => {
      const done = await work(tx);
      start();
      const waiting = () =>
        tx.many(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
      await expect.poll(waiting).toHaveLength(1);
      return done;
    }, settings);
  };
}

test.each(['code', 'recovery code'])(
  'a %s of before begins no session that waits while another second step takes its place',
  async (kind) => {
    const ana = await registerPerson(app, `ana-${kind.length}`);
    const before = await turnOnTwoSteps(ana);
    const { secret } = (await ana.call(setUpTwoSteps, { body: { password: PASSWORD } })).content;
    const stolen = kind === 'code' ? codeOf(before.secret) : before.recoveryCodes[0];
    const { reached, release } = holdStatements(app.ctx.db, 'insert into sessions');
    const entering = loginWith(app.client(), ana.email, stolen);
    await reached;
    beforeCommit(release);
    const confirmed = await ana.call(confirmTwoSteps, { body: { code: codeOf(secret) } });
    expect(confirmed.status).toBe(200);
    expect((await entering).status).toBe(401);
    expect((await loginWith(app.client(), ana.email, codeOf(secret, 1))).status).toBe(200);
  },
);
