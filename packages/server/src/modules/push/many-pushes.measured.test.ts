import { createGroup } from '@chat/contract/groups';
import { expect, test } from 'vitest';
import { makeBrowserKeys } from '../../../../../scripts/lib/browser-keys.mjs';
import { startApp } from '../../../test/build-app.ts';
import { gatherCast, groupChatOf, sendText } from '../../../test/cast.ts';
import { startPushService } from '../../../test/push/push-service.ts';
import { sql } from '../../db/database.ts';

const PATIENTLY = { timeout: 120_000 };

test(
  '2,000 subscriptions get one message within 5 s from a push service that answers in 100 ms',
  PATIENTLY,
  async () => {
    const service = await startPushService();
    const app = await startApp({ push: { isOn: true, showsContent: true, allowsPrivate: true } });
    const cast = await gatherCast(app);
    await app.ctx.db.run(sql`
    insert into users (uuid, email, first_name, last_name, password_hash)
    select gen_random_uuid(), 'muchos-' || n || '@empresa.local', 'Uno', 'Más', 'x' from generate_series(1, 2000) n`);
    const people = await app.ctx.db.many<{ id: number; uuid: string }>(sql`
    select id, uuid from users where email like 'muchos-%'`);
    const body = { name: 'Muchos', userUuids: [cast.ana.uuid, ...people.map(({ uuid }) => uuid)] };
    const group = (await app.elena.call(createGroup, { body })).content;
    const chat = await groupChatOf(cast.ana, group);
    await app.ctx.db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, approved_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), now() from users where email like 'muchos-%'`);
    await app.ctx.db.run(sql`
    insert into sessions (user_id, device_id, token_hash)
    select u.id, d.id, sha256(u.uuid::text::bytea) from users u join devices d on d.user_id = u.id where u.email like 'muchos-%'`);
    const { keys } = makeBrowserKeys();
    const path = service.addCrowd();
    await app.ctx.db.run(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
    select s.id, u.id, ${path}::text || u.id, ${new URL(service.url).host}, ${keys.p256dh}, ${keys.auth}
    from users u join sessions s on s.user_id = u.id where u.email like 'muchos-%'`);
    // The statement told the process of nobody who subscribed.
    app.ctx.push.subscribed();
    service.delayMs = 100;
    const began = performance.now();
    await sendText(cast.ana, chat, 'Hola a todos');
    await expect.poll(() => service.crowd(), { timeout: 60_000, interval: 50 }).toBe(people.length);
    const took = performance.now() - began;
    expect(took).toBeLessThan(5_000);
    await app.close();
    await service.stop();
  },
);
