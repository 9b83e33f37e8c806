import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { firstOf } from '@chat/contract/checks';
import { editMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../test/cast.ts';
import type { Client } from '../test/client.ts';
import { exported } from '../test/exports.ts';
import { sentFile, storedKeys } from '../test/files.ts';
import { type PushServiceOfTest, startPushService, trialPush } from '../test/push/push-service.ts';
import { quickPushes } from '../test/push/queue.ts';
import { refuseRows } from '../test/refused-rows.ts';
import { wordsOf } from '../test/search-index.ts';
import { setCompanyHours, spanFromNow } from '../test/working-hours.ts';
import { sql } from './db/database.ts';
import { sweepFiles } from './modules/chat/files/files.actions.ts';
import { removeMessagesBefore } from './modules/chat/retention/retention.actions.ts';
import { removeExpired } from './modules/data-exports/exporter.ts';

const HOUR_MS = 3_600_000;

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let withBruno: string;
let withCarla: string;
beforeAll(async () => {
  service = await startPushService();
});
beforeEach(async () => {
  app = await startApp({ push: trialPush, timing: quickPushes() });
  cast = await gatherCast(app);
  withBruno = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  withCarla = await directChatOf(cast.ana, cast.carla, cast.ventas);
  return () => app.close();
});
afterAll(() => service.stop());

const write = async (text: string, chatId: string) =>
  firstOf((await sendText(cast.ana, chatId, text)).content);
const idOf = async (chatUuid: string) =>
  (await app.ctx.db.one<{ id: number }>(sql`select id from chats where uuid = ${chatUuid}`)).id;
const refuse = (...how: [string, Parameters<typeof refuseRows>[2], string]) =>
  refuseRows(app.ctx.db, ...how);

describe('pushes of one person that the database refuses keep nobody else’s back', () => {
  const both = async () => [
    await service.subscribe(cast.bruno),
    await service.subscribe(cast.carla),
  ];

  test('behind the answer of the push service', async () => {
    const [bruno, carla] = await both();
    await refuse(
      'push_notifications',
      'update',
      `new.chat_id = ${await idOf(withBruno)} and new.leased_until is null`,
    );
    await write('para Bruno', withBruno);
    await bruno?.expectCount(1);
    for (const [index, text] of ['uno', 'dos'].entries()) {
      await write(text, withCarla);
      expect((await carla?.expectCount(index + 1))?.at(-1)?.body).toBe(text);
    }
  });

  test('while they are planned', async () => {
    const [bruno, carla] = await both();
    await refuse('push_notifications', 'insert', `new.chat_id = ${await idOf(withBruno)}`);
    await write('para Bruno', withBruno);
    await write('para Carla', withCarla);
    expect((await carla?.expectCount(1))?.at(0)?.body).toBe('para Carla');
    expect(bruno?.got).toEqual([]);
  });

  test('after an edit, which is not looked at for ever', async () => {
    const [bruno, carla] = await both();
    const sent = [await write('uno', withBruno), await write('dos', withCarla)];
    await Promise.all([bruno?.expectCount(1), carla?.expectCount(1)]);
    const settled = sql`select from push_notifications where waiting is not null`;
    await expect.poll(() => app.ctx.db.many(settled)).toEqual([]);
    await refuse('push_notifications', 'update', `new.chat_id = ${await idOf(withBruno)}`);
    for (const { uuid } of sent) {
      await cast.ana.call(editMessage, { params: { messageId: uuid }, body: { content: 'ya' } });
    }
    expect((await carla?.expectCount(2))?.at(-1)?.body).toBe('ya');
    await expect.poll(() => app.ctx.db.many(sql`select from push_edits`)).toEqual([]);
  });

  test('when their hours begin', async () => {
    const [bruno, carla] = await both();
    await setCompanyHours(app, spanFromNow(-5, -4).hours);
    await app.ctx.push.followClock();
    await write('para Bruno', withBruno);
    await write('para Carla', withCarla);
    await expect
      .poll(() =>
        app.ctx.db.many(sql`select from push_progress p join chats c on c.id = p.chat_id
        where p.planned_seq = c.last_seq and c.uuid = any(${[withBruno, withCarla]}::uuid[])`),
      )
      .toHaveLength(2);
    await refuse('push_withheld', 'insert', `new.is_going and new.user_id = ${cast.bruno.user.id}`);
    await setCompanyHours(app, null);
    await app.ctx.push.followClock();
    expect((await carla?.expectCount(1))?.at(0)?.type).toBe('summary');
    expect(bruno?.got).toEqual([]);
  });
});

test('a receipt that the database refuses keeps no other back', async () => {
  await write('hola', cast.ventasChat);
  const [bruno, carla] = [await cast.bruno.connect(), await cast.carla.connect()];
  await refuse('chat_members', 'update', `new.user_id = ${cast.bruno.user.id}`);
  const seen = (live: typeof bruno) => live.emit('seen', { chatId: cast.ventasChat });
  await Promise.all([seen(bruno), seen(carla)]);
  const read = sql`
    select from chat_members m join chats c on c.id = m.chat_id
    where c.uuid = ${cast.ventasChat} and m.user_id = ${cast.carla.user.id} and m.seen_seq = 1`;
  await expect.poll(() => app.ctx.db.many(read)).toHaveLength(1);
  for (const live of [bruno, carla]) live.close();
});

test('a message that the index refuses keeps no other from being found', async () => {
  await refuse('search_messages', 'insert', "new.words like '%veneno%'");
  const bad = await write('veneno', withCarla);
  const good = await write('miel', withCarla);
  await expect.poll(() => wordsOf(app.ctx.db, good.uuid)).toBe(' miel ');
  expect(await wordsOf(app.ctx.db, bad.uuid)).toBeUndefined();
});

test('a chat whose messages cannot be removed by age keeps no other from being cleared', async () => {
  await write('de Bruno', withBruno);
  await write('de Carla', withCarla);
  await refuse('messages', 'delete', `old.chat_id = ${await idOf(withBruno)}`);
  expect(await removeMessagesBefore(app.ctx, new Date(Date.now() + HOUR_MS))).toBe(1);
});

test('messages of a chat that went before a bad one are counted among those removed by age', async () => {
  await write('de Bruno', withBruno);
  await app.ctx.db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content)
    select id, last_seq + n, gen_random_uuid(), low_user_id, 'TEXT', 'historia'
    from chats, generate_series(1, 249) as n where uuid = ${withBruno}`);
  await app.ctx.db.run(sql`update chats set last_seq = last_seq + 249 where uuid = ${withBruno}`);
  await refuse('messages', 'delete', 'old.seq = 250');
  expect(await removeMessagesBefore(app.ctx, new Date(Date.now() + HOUR_MS))).toBe(200);
});

describe('a file that the disk does not let go keeps no other from being removed', () => {
  /** A folder in its place, which no removal of a file takes. */
  async function obstruct(key: string): Promise<void> {
    const path = join(app.ctx.config.dataDir, 'files', key.slice(34, 36), key);
    await rm(path, { force: true });
    await mkdir(path);
  }
  const upload = async (client: Client) => {
    const { mediaUrl } = await sentFile(client, cast.ventasChat, { bytes: 'hola' });
    return mediaUrl?.split('/').at(-1) ?? '';
  };

  test('by the sweep', async () => {
    const [bad, good] = [await upload(cast.ana), await upload(cast.ana)];
    await app.ctx.db.run(sql`update files set message_id = null`);
    await obstruct(bad);
    await sweepFiles(app.ctx, Date.now() + 2 * HOUR_MS);
    const left = await app.ctx.db.many(sql`select uuid from files`);
    expect(left).toEqual([{ uuid: bad }]);
    expect(await storedKeys(app)).not.toContain(good);
  });

  test('nor does an expired ZIP', async () => {
    for (const person of [cast.ana, cast.bruno]) await exported(person);
    const [bad = ''] = await storedKeys(app);
    await obstruct(bad);
    await app.ctx.db.run(sql`update data_exports set ended_at = now() - interval '25 hours'`);
    await removeExpired(app.ctx, new AbortController().signal);
    const left = await app.ctx.db.many<{ keys: string[] }>(
      sql`select file_uuids::text[] as keys from data_exports`,
    );
    expect(left.map(({ keys }) => `${keys.at(-1)}.export`)).toEqual([bad]);
    expect(await storedKeys(app)).toEqual([]);
  });
});
