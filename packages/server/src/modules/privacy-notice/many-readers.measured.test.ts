import { publishNotice } from '@chat/contract/privacy-notice';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/build-app.ts';
import { connectSocket } from '../../../test/socket-client.ts';
import { sql } from '../../db/database.ts';

const PEOPLE = 500;

test('500 people who are online are asked for a notice within 2 s', {
  timeout: 120_000,
}, async () => {
  const app = await startApp();
  const { db } = app.ctx;
  await db.run(sql`
    insert into users (uuid, email, first_name, last_name, password_hash)
    select gen_random_uuid(), 'muchos-' || n || '@empresa.local', 'Uno', 'Más', 'x'
    from generate_series(1, ${PEOPLE}) n`);
  await db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, approved_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), now() from users where email like 'muchos-%'`);
  await db.run(sql`
    insert into sessions (user_id, device_id, token_hash)
    select u.id, d.id, sha256(u.uuid::text::bytea)
    from users u join devices d on d.user_id = u.id where u.email like 'muchos-%'`);
  const people = await db.many<{ uuid: string }>(sql`
    select uuid from users where email like 'muchos-%'`);
  const sockets = [];
  for (const { uuid } of people) {
    sockets.push(await connectSocket(app.url, { token: uuid, userId: uuid }));
  }
  const began = performance.now();
  await app.elena.call(publishNotice, { body: { text: 'Aviso' } });
  await Promise.all(sockets.map((socket) => socket.waitFor('session:restricted')));
  expect(performance.now() - began).toBeLessThan(2_000);
  for (const socket of sockets) socket.close();
  await app.close();
});
