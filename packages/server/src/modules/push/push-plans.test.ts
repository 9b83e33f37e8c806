import { firstOf } from '@chat/contract/checks';
import { deleteOwnMessage } from '@chat/contract/messages';
import { editMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import { noteStatements, rowsByEveryPlan } from '../../../test/plans.ts';
import {
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { quickPushes } from '../../../test/push/queue.ts';
import { type Db, sql } from '../../db/database.ts';
import { removeSpent } from './queue.queries.ts';

const OTHERS = 10_000;
const CHATS = 2;
/** Far more than what is said to a few people needs, and far less than there is of others. */
const FEW = 500;

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ push: trialPush, timing: quickPushes() });
  await fillWithOthers(app.ctx.db);
  cast = await gatherCast(app);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

/** People of elsewhere, each with a browser that shows pushes of some chats. */
async function fillWithOthers(db: Db): Promise<void> {
  await db.run(sql`
    with people as (
      insert into users (uuid, email, first_name, last_name, password_hash)
      select gen_random_uuid(), 'otra-' || n, 'Otra', 'Persona', '' from generate_series(1, ${OTHERS}::int) as n
      returning id
    ), devices as (
      insert into devices (uuid, user_id, identifier_hash, approved_at)
      select gen_random_uuid(), id, sha256(id::text::bytea), now() from people returning id, user_id
    ), sessions as (
      insert into sessions (user_id, device_id, token_hash)
      select user_id, id, sha256(concat('otra ', id)::bytea) from devices returning id, user_id
    ), subscribed as (
      insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
      select id, user_id, concat('https://push.example.com/', id), 'push.example.com', 'x', 'x' from sessions
      returning id
    )
    insert into push_notifications (subscription_id, chat_id, shown_id, shown_seq, next_at)
    select id, 1000000 * chat + id, 1000000 * chat, chat, now() - interval '1 hour'
    from subscribed, generate_series(1, ${CHATS}::int) as chat`);
}

test('no subscription, push, withdrawal or removal goes through what there is of others', async () => {
  const { db } = app.ctx;
  await service.subscribe(cast.bruno);
  const statements = noteStatements(db, /\bpush_(?:subscriptions|notifications|edits|progress)\b/);
  const bruno = await service.subscribe(cast.bruno);
  const body = { type: 'TEXT' as const, content: 'Hola' };
  const sent = await cast.ana.call(sendMessage, { params: { chatId: cast.ventasChat }, body });
  const messageId = firstOf(sent.content).uuid;
  await bruno.expectCount(1);
  const edited = { content: 'Adiós', mentionedUserIds: [cast.bruno.uuid] };
  await cast.ana.call(editMessage, { params: { messageId }, body: edited });
  await bruno.expectCount(2);
  await cast.ana.call(deleteOwnMessage, { params: { messageId } });
  await bruno.expectCount(3);
  await removeSpent(db);
  const noted = statements();
  expect(noted.length).toBeGreaterThan(8);
  const found = await rowsByEveryPlan(db, noted, async (tx) => {
    await tx.run(sql`update messages set deleted_at = null where uuid = ${messageId}`);
    await tx.run(sql`
      insert into push_edits (message_id, chat_id, mentioned_user_ids, edited_at)
      select m.id, m.chat_id, array[u.id], now() from messages m, users u
      where m.uuid = ${messageId} and u.uuid = ${cast.bruno.uuid}
      on conflict do nothing`);
  });
  expect(found.filter(({ isAnalysed, rows }) => isAnalysed && rows > FEW)).toEqual([]);
});
