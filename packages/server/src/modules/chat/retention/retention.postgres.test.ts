import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { gatherCast, sendText } from '../../../../test/cast.ts';
import { sql } from '../../../db/database.ts';
import { lockRetention } from '../store/retain.queries.ts';
import { removeMessagesBefore } from './retention.actions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('messages are never removed by age in two processes at once', async () => {
  const { ana, ventasChat } = await gatherCast(app);
  await sendText(ana, ventasChat, 'antiguo');
  await app.ctx.db.run(sql`update messages set created_at = '2001-01-01'`);
  const removeAged = () => removeMessagesBefore(app.ctx, new Date('2002-01-01'));
  await app.ctx.db.transaction(async (tx) => {
    expect(await lockRetention(tx)).toBe(true);
    expect(await removeAged()).toBe(0);
  });
  expect(await removeAged()).toBe(1);
});
