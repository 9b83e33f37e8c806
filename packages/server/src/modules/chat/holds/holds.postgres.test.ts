import { firstOf } from '@chat/contract/checks';
import { holdChat } from '@chat/contract/holds';
import { deleteMessage } from '@chat/contract/messages';
import { editMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  createGroupOf,
  gatherCast,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { holdsIn } from '../../../../test/held.ts';
import { type Db, sql } from '../../../db/database.ts';
import { removeAgedOriginals } from '../messages/edit-message.actions.ts';
import { removeMessagesBefore } from '../retention/retention.actions.ts';
import { lockHolds, lockHoldsForRemoval, upsertHold } from '../store/holds.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { connections: 5 });
});
afterAll(() => app.close());

/** Waits until so many wait for the lock of holds. */
const expectWaiting = (tx: Db, count: number) =>
  vi.waitFor(async () => {
    const waiting = await tx.many(sql`
      select from pg_locks where locktype = 'advisory' and not granted`);

    expect(waiting).toHaveLength(count);
  });

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
    await expectWaiting(tx, 1);
    order.push('removed');
    return { held };
  });
  await setting.held;
  expect(order).toEqual(['removed', 'held 200']);
  expect(await removeMessagesBefore(app.ctx, new Date('2002-01-01'))).toBe(0);
});

test('whatever removes while a hold is being set finds it set', async () => {
  const { elena, ctx } = app;
  const holds = holdsIn(app);
  await holds.clear();
  const person = await registerPerson(app, 'retenida');
  const group = await createGroupOf(app, 'Retenido', [person]);
  const chatId = await groupChatOf(person, group);
  const send = async (content: string) =>
    firstOf((await sendText(person, chatId, content)).content).uuid;
  const [aged, former, edited, deleted] = [
    await send('antiguo'),
    await send('dicho antes'),
    await send('editado'),
    await send('eliminado'),
  ];
  const edit = (messageId: string, content: string) =>
    person.call(editMessage, { params: { messageId }, body: { content } });
  await edit(former, 'dicho después');
  await ctx.db.run(sql`update message_originals set until = now() - interval '31 days'`);
  await holds.age(aged);
  const { id } = await ctx.db.one<{ id: number }>(sql`
    select id from chats where uuid = ${chatId}`);
  const work = await ctx.db.transaction(async (tx) => {
    await lockHolds(tx);
    await upsertHold(tx, { chatId: id }, { reason: 'Requerimiento', setBy: elena.user.id });
    // No more than there are connections.
    const removals = [
      removeMessagesBefore(ctx, new Date('2002-01-01')),
      removeAgedOriginals(ctx, new Date()),
      edit(edited, 'otra cosa'),
      elena.call(deleteMessage, { params: { chatId, messageId: deleted } }),
    ];
    await expectWaiting(tx, removals.length);
    return { removals };
  });
  await Promise.all(work.removals);
  const kept = [];
  for (const uuid of [aged, former, edited, deleted]) kept.push(await holds.kept(uuid));
  expect(kept).toEqual([
    ['antiguo'],
    ['dicho antes', 'dicho después'],
    ['editado', 'otra cosa'],
    ['eliminado', ''],
  ]);
});
