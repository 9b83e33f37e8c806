import { closeSupervision, openSupervision } from '@chat/contract/chats';
import { updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { auditEventsOfChat } from '../../../../test/audit-events.ts';
import { holdCommitted, holdStatements } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
let elena: Client;
/** Another supervisor. */
let fina: Client;
/** Ana and Bruno's. */
let direct: string;
beforeAll(async () => {
  app = await startApp({ supervision: 'reason' });
  elena = app.elena;
  cast = await gatherCast(app);
  fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());
const watches = () => app.ctx.db.many(sql`select from watches`);
beforeEach(async () => {
  await app.ctx.db.run(sql`delete from supervisions`);
  // The last test's sockets are gone for the server, too: the end of their watches is stored.
  await expect.poll(watches).toEqual([]);
});

const open = (by: Client) =>
  by.call(openSupervision, {
    params: { chatId: direct },
    body: { reason: 'Queja formal 12/2026' },
  });
const close = (by: Client) => by.call(closeSupervision, { params: { chatId: direct } });
/** As if 60 minutes had passed. */
const letRunOut = () =>
  app.ctx.db.run(sql`
    update supervisions
    set started_at = started_at - interval '60 minutes', expires_at = expires_at - interval '60 minutes'`);

describe('a watch for a reason', () => {
  const ends: Record<string, () => Promise<unknown>> = {
    'its reason runs out': letRunOut,
    'its reason is closed': () => close(fina),
    'its administrator is no supervisor any more': () => setSupervisor(false),
  };
  const setSupervisor = (supervisor: boolean) =>
    elena.call(updateUser, {
      params: { userId: fina.uuid },
      body: {
        firstName: 'Fina',
        lastName: 'Prueba',
        email: fina.email,
        supervisor,
        currentPassword: PASSWORD,
      },
    });

  test.each(Object.entries(ends))('ends by itself when %s', async (_, end) => {
    await open(fina);
    const live = await fina.connect();
    expect(await live.emit('watch', { chatId: direct })).toEqual({ ok: true });
    await sendText(cast.ana, direct, 'Antes');
    await live.waitFor('message', ({ content }) => content === 'Antes');
    await end();
    expect(await live.waitFor('supervision:ended')).toEqual({ chatId: direct });
    await sendText(cast.ana, direct, 'Después');
    await live.fence();
    expect(live.all('message').map(({ content }) => content)).toEqual(['Antes']);
    expect(await live.emit('watch', { chatId: direct })).toMatchObject({ ok: false });
    const mine = (await auditEventsOfChat(elena, direct)).filter(
      (one) => one.actorId === fina.uuid,
    );
    expect(mine.map(({ action }) => action)).toContain('WATCH_ENDED');
    live.close();
    await setSupervisor(true);
  });

  test('goes on while its reason does, whatever ends elsewhere', async () => {
    await open(fina);
    await open(elena);
    const live = await fina.connect();
    await live.emit('watch', { chatId: direct });
    const other = await elena.connect();
    await other.emit('watch', { chatId: direct });
    await close(elena);
    await other.waitFor('supervision:ended');
    await sendText(cast.ana, direct, 'Sigue');
    await live.waitFor('message', ({ content }) => content === 'Sigue');
    expect(live.all('supervision:ended')).toEqual([]);
    live.close();
    other.close();
  });

  test('hears nothing where its reason ends while the watch is still being recorded', async () => {
    await open(fina);
    const live = await fina.connect();
    const { release } = holdCommitted(app.ctx.db);
    onTestFinished(release);
    const answer = live.emit('watch', { chatId: direct });
    await expect.poll(watches).toHaveLength(1);
    await letRunOut();
    await live.waitFor('supervision:ended');
    release();
    await answer;
    await sendText(cast.ana, direct, 'Después');
    await live.fence();
    expect(live.all('message')).toEqual([]);
    live.close();
  });

  test('does not begin for a socket that is gone meanwhile', async () => {
    await open(fina);
    const live = await fina.connect();
    const { reached, release } = holdStatements(app.ctx.db, 'as is_active');
    void live.emit('watch', { chatId: direct }).catch(() => undefined);
    await reached;
    live.close();
    const sockets = () => app.ctx.realtime.liveRooms().filter((one) => one.userUuid === fina.uuid);
    await expect.poll(sockets).toEqual([]);
    release();
    const next = await fina.connect();
    await next.emit('watch', { chatId: direct });
    next.close();
    const own = async () =>
      (await auditEventsOfChat(elena, direct))
        .filter(({ actorId }) => actorId === fina.uuid)
        .map(({ action }) => action)
        .slice(0, 2);
    await expect.poll(watches).toEqual([]);
    expect(await own()).toEqual(['WATCH_ENDED', 'WATCH_STARTED']);
  });
});
