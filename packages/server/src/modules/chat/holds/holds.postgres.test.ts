import { holdChat } from '@chat/contract/holds';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { gatherCast, sendText } from '../../../../test/cast.ts';
import { sql } from '../../../db/database.ts';
import { removeMessagesBefore } from '../retention/retention.actions.ts';
import { lockHoldsForRemoval } from '../store/holds.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a hold is set once removals under way are through, and from then on nothing goes', async () => {
  const { ana, ventasChat: chatId } = await gatherCast(app);
  await sendText(ana, chatId, 'antiguo');
  await app.ctx.db.run(sql`update messages set created_at = '2001-01-01'`);
  const order: string[] = [];
  const body = { hold: true as const, reason: 'Requerimiento del juzgado' };
  const setting = await app.ctx.db.transaction(async (tx) => {
    await lockHoldsForRemoval(tx);
    const held = app.elena
      .call(holdChat, { params: { chatId }, body })
      .then(({ status }) => order.push(`held ${status}`));
    await vi.waitFor(async () => {
      const waiting = await tx.many(sql`
        select from pg_locks where locktype = 'advisory' and not granted`);
      expect(waiting).toHaveLength(1);
    });
    order.push('removed');
    return { held };
  });
  await setting.held;
  expect(order).toEqual(['removed', 'held 200']);
  expect(await removeMessagesBefore(app.ctx, new Date('2002-01-01'))).toBe(0);
});
