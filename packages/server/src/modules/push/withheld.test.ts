import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { deleteOwnMessage } from '@chat/contract/messages';
import { setChatNotifications, setOwnNotifications } from '@chat/contract/notifications';
import { editMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdStatements } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../test/cast.ts';
import { noteStatements, rowsByEveryPlan } from '../../../test/plans.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { expectInQueue, NEVER_MS, passSeconds, quickPushes } from '../../../test/push/queue.ts';
import { refuseRows } from '../../../test/refused-rows.ts';
import { setCompanyHours, spanFromNow } from '../../../test/working-hours.ts';
import { raw, sql } from '../../db/database.ts';
import { findUnplanned } from './plan.queries.ts';
import { noteWithheld } from './withheld.queries.ts';

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ push: trialPush, timing: { ...quickPushes(), sessionSweepMs: NEVER_MS } });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  cast.bruno = await app.signIn(cast.bruno.email);
  bruno = await service.subscribe(cast.bruno);
});
afterEach(async () => {
  await open();
  await app.ctx.db.run(sql`delete from push_notifications`);
  await app.ctx.db.run(sql`delete from push_subscriptions`);
  await app.ctx.db.run(sql`delete from push_withheld`);
  await app.ctx.db.run(sql`update chat_members set notify_mode = 'all', notify_until = null`);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

/** Hours that are over, for nearly a week. */
const close = () => setCompanyHours(app, spanFromNow(-5, -4).hours);
const open = () => setCompanyHours(app, null);
const look = () => app.ctx.push.followClock();
const write = async (text: string, chat = direct) =>
  firstOf((await sendText(cast.ana, chat, text)).content);
/** The planner asks for hours a moment after the send. */
const allPlanned = () => expect.poll(() => findUnplanned(app.ctx.db, 'all')).toEqual([]);
const queued = sql`select from push_notifications where waiting is not null`;
const nothingWaits = () => expect.poll(() => app.ctx.db.many(queued)).toEqual([]);
const wayOf = (browser: PushedBrowser) => browser.pushes().map(({ type, body }) => [type, body]);

const ONE = ['summary', '1 mensaje en 1 conversación'];

/** The summary has come, once: what is written after it comes next. */
async function expectOnly(...pushes: (readonly [type: string, body: string] | string[])[]) {
  await Promise.all([look(), look(), look()]);
  await bruno.expectCount(pushes.length);
  await look();
  await write('dentro');
  await bruno.expectCount(pushes.length + 1);
  expect(wayOf(bruno)).toEqual([...pushes, ['message', 'dentro']]);
}

describe('a summary comes', () => {
  test('where hours end and begin again between two looks', async () => {
    await look();
    await close();
    await write('fuera');
    await allPlanned();
    await open();
    await expectOnly(ONE);
  });

  test('where they have ended once more before it goes, when they begin the next time', async () => {
    await close();
    await write('fuera');
    await allPlanned();
    await open();
    const claim = holdStatements(app.ctx.db, 'leased as');
    await look();
    await claim.reached;
    await close();
    claim.release();
    await nothingWaits();
    await look();
    expect(bruno.got).toEqual([]);
    await open();
    await expectOnly(ONE);
  });

  test('where somebody chooses to be notified outside their hours', async () => {
    await close();
    await write('fuera');
    await allPlanned();
    await look();
    await cast.bruno.call(setOwnNotifications, { body: { outsideHours: true } });
    await expectOnly(ONE);
    await cast.bruno.call(setOwnNotifications, { body: { outsideHours: false } });
  });

  test('of a message whose person goes out of their hours before its push is handed over', async () => {
    bruno.manner = { status: 503, headers: { 'retry-after': '200' } };
    await write('a última hora');
    await bruno.expectCount(1);
    await expectInQueue(app, bruno, 'rests');
    bruno.manner = 201;
    await close();
    await passSeconds(app, 200);
    await nothingWaits();
    await open();
    await expectOnly(['message', 'a última hora'], ONE);
  });

  test('of a mention by an edit, and of no other edit', async () => {
    const [said, other] = [await write('hola', cast.ventasChat), await write('adiós')];
    await bruno.expectCount(2);
    await nothingWaits();
    await close();
    const edit = (messageId: string, mentionedUserIds?: string[]) =>
      cast.ana.call(editMessage, {
        params: { messageId },
        body: { content: 'ya', mentionedUserIds },
      });
    await edit(other.uuid);
    await edit(said.uuid, [cast.bruno.uuid]);
    await expect.poll(() => app.ctx.db.many(sql`select from push_edits`)).toEqual([]);
    await nothingWaits();
    await open();
    await Promise.all([look(), look(), look()]);
    expect((await bruno.expectCount(3)).at(-1)).toMatchObject({ type: 'summary', body: ONE[1] });
  });
});

describe('it counts', () => {
  test('neither what came inside, nor what was read, deleted or left meanwhile', async () => {
    const team = await createGroupOf(app, 'Salida', [cast.ana, cast.bruno]);
    const left = await groupChatOf(cast.ana, team);
    await write('antes', cast.ventasChat);
    await bruno.expectCount(1);
    await close();
    await write('leído');
    await write('queda', cast.ventasChat);
    const gone = await write('se elimina', cast.ventasChat);
    await write('se deja', left);
    await allPlanned();
    const live = await cast.bruno.connect();
    await live.emit('visibility', { visible: false });
    await live.emit('seen', { chatId: direct });
    await write('sin leer');
    await write('tampoco');
    await allPlanned();
    live.close();
    await cast.ana.call(deleteOwnMessage, { params: { messageId: gone.uuid } });
    const params = { groupId: team.uuid, userId: cast.bruno.uuid };
    await app.elena.call(removeGroupParticipant, { params });
    await open();
    await expectOnly(['message', 'antes'], ['summary', '3 mensajes en 2 conversaciones']);
  });

  test('of a chat that is muted but for mentions by then those alone', async () => {
    const params = { chatId: cast.ventasChat };
    await close();
    await write('a todos', cast.ventasChat);
    const body = { type: 'TEXT' as const, content: 'tú', mentionedUserIds: [cast.bruno.uuid] };
    await cast.ana.call(sendMessage, { params, body });
    await allPlanned();
    await cast.bruno.call(setChatNotifications, {
      params,
      body: { mode: 'mentions', until: null },
    });
    await open();
    await expectOnly(ONE);
  });

  test('without reading a message, however many there are', async () => {
    const { db } = app.ctx;
    const count = 3_000;
    const { id, before } = await db.one<{ id: number; before: number }>(
      sql`select id, last_seq as before from chats where uuid = ${direct}`,
    );
    await db.run(sql`
      insert into messages (chat_id, seq, uuid, sender_id, type, content, created_at)
      select ${id}, ${before} + n, gen_random_uuid(), ${cast.ana.user.id}, 'TEXT', 'noche', now() - interval '1 day'
      from generate_series(1, ${count}::int) as n`);
    await db.run(sql`update chats set last_seq = last_seq + ${count} where id = ${id}`);
    const seqs = `{[${before + 1},${before + count}]}`;
    const note = (tx: Parameters<typeof noteWithheld>[0]) =>
      noteWithheld(tx, [{ userId: cast.bruno.user.id, chatId: id, seqs }]);
    await note(db);
    const noted = noteStatements(db, /\bcounted\b/);
    await look();
    const statements = noted();
    expect(statements).toHaveLength(1);
    expect((await bruno.expectCount(1)).at(0)?.body).toBe('3000 mensajes en 1 conversación');
    const plans = await rowsByEveryPlan(db, statements, note);
    expect(plans.filter(({ rows }) => rows > 100)).toEqual([]);
  });

  test('in a row that does not grow with scattered messages', async () => {
    const { db } = app.ctx;
    const [userId, chatId] = [cast.bruno.user.id, 1];
    const scattered = Array.from({ length: 1_500 }, (_, nth) => `[${nth * 2},${nth * 2}]`);
    const seqs = `{${scattered.join()}}`;
    await noteWithheld(db, [{ userId, chatId, seqs }]);
    await noteWithheld(db, [{ userId, chatId, seqs: '{[5000,5000]}' }]);
    const rows = await db.many(sql`select seqs::text from push_withheld where user_id = ${userId}`);
    expect(rows).toEqual([{ seqs: '{[0,5001)}' }]);
  });
});

describe('nothing is lost where only the half could be done', () => {
  let tries = 0;
  /** The database refuses such a row the first time; gives how to wait for that. */
  async function refuseOnce(table: string, condition: string) {
    const { db } = app.ctx;
    const name = `tries_${++tries}`;
    await db.run(sql`create sequence ${raw(name)}`);
    await refuseRows(db, table, 'insert', `${condition} and nextval('${name}') = 1`);
    const called = () => db.one(sql`select is_called from ${raw(name)}`);
    return () => expect.poll(called).toEqual({ isCalled: true });
  }

  test('of noting a message and of saying how far its chat has been looked at', async () => {
    const refused = await refuseOnce('push_withheld', `new.user_id = ${cast.bruno.user.id}`);
    await close();
    await write('uno');
    await refused();
    await write('dos');
    await allPlanned();
    await open();
    await expectOnly(['summary', '2 mensajes en 1 conversación']);
  });

  test('of taking the notes and of queueing the summary', async () => {
    const refused = await refuseOnce('push_notifications', "new.waiting = 'SUMMARY'");
    await close();
    await write('uno');
    await allPlanned();
    await open();
    await look();
    await refused();
    await expectOnly(ONE);
  });
});
