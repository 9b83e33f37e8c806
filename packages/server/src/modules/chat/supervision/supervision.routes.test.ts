import { closeSupervision, getChat, listChats, openSupervision } from '@chat/contract/chats';
import { createChatExport } from '@chat/contract/data-exports';
import { getInformation, listMessages, listOriginals, type Message } from '@chat/contract/messages';
import type { ContentOf } from '@chat/contract/route';
import { updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents, auditEventsOfChat } from '../../../../test/audit-events.ts';
import { holdStatements } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { exported, fetchExport } from '../../../../test/exports.ts';
import { fetchFile, picture, sentFile } from '../../../../test/files.ts';
import { searchAll } from '../../../../test/search.ts';
import { untilIndexed } from '../../../../test/search-index.ts';
import { NOBODY, wrongTexts } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';

const REASON = 'Queja formal 12/2026';
const REASON_NEEDED = 'Indica un motivo para abrir esta conversación';

let app: TestApp;
let cast: Cast;
let elena: Client;
/** Another supervisor. */
let fina: Client;
/** Ana and Bruno's. */
let direct: string;
let image: Message;
beforeAll(async () => {
  app = await startApp({ supervision: 'reason' });
  elena = app.elena;
  cast = await gatherCast(app);
  fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(cast.carla, cast.ventasChat, 'Secreto del grupo');
  const file = { type: 'IMAGE', fileName: 'secreto.png', bytes: await picture() } as const;
  image = await sentFile(cast.ana, direct, { ...file, content: 'Secreto' });
});
afterAll(() => app.close());

const tryReason = (by: Client, chatId: string, reason: unknown) =>
  by.request<ContentOf<typeof openSupervision>>('POST', `/chats/${chatId}/supervisions`, {
    reason,
  });
const open = (by: Client, chatId: string, reason = REASON) => tryReason(by, chatId, reason);
const close = (by: Client, chatId: string) => by.call(closeSupervision, { params: { chatId } });

/** As if 60 minutes had passed. */
const letRunOut = () =>
  app.ctx.db.run(sql`
    update supervisions
    set started_at = started_at - interval '60 minutes', expires_at = expires_at - interval '60 minutes'`);

beforeEach(() => app.ctx.db.run(sql`delete from supervisions`));

const reads = async (by: Client, chatId: string): Promise<number> =>
  (await by.call(listMessages, { params: { chatId } })).status;

/** The statuses of all that reads in Ana and Bruno's chat. */
async function statusesOfReads(by: Client): Promise<number[]> {
  const one = { params: { messageId: image.uuid } };
  return [
    await reads(by, direct),
    (await fetchFile(by, image.mediaUrl)).status,
    (await fetchFile(by, `${image.mediaUrl}?size=thumb`)).status,
    (await by.call(getInformation, one)).status,
    (await by.call(listOriginals, one)).status,
  ];
}

const shownIn = async (by: Client) =>
  (await by.call(listChats, {})).content.find(({ uuid }) => uuid === direct);

describe('a reason', () => {
  test('opens the chat for 60 minutes, to that administrator alone', async () => {
    expect(await statusesOfReads(elena)).toEqual([403, 403, 403, 403, 403]);
    const { status, content } = await open(elena, direct, `  ${REASON}\n`);
    expect([status, content.chatId, content.reason]).toEqual([201, direct, REASON]);
    expect(Date.parse(content.expiresAt) - Date.parse(content.startedAt)).toBe(3_600_000);
    expect(await statusesOfReads(elena)).toEqual([200, 200, 200, 200, 200]);
    expect(await statusesOfReads(fina)).toEqual([403, 403, 403, 403, 403]);
    expect(await reads(elena, cast.ventasChat)).toBe(403);
  });

  test("stands in the caller's own list, with the last message", async () => {
    const { expiresAt } = (await open(elena, direct)).content;
    expect(await shownIn(elena)).toMatchObject({
      supervision: { reason: REASON, expiresAt },
      lastMessage: { content: 'Secreto', fileName: 'secreto.png' },
    });
    const one = await elena.call(getChat, { params: { chatId: direct } });
    expect(one.content.lastMessage?.content).toBe('Secreto');
    expect(await shownIn(fina)).toMatchObject({ supervision: null, lastMessage: { content: '' } });
  });

  test('lets a search find what is said there, and nothing of other chats', async () => {
    await open(elena, direct);
    await untilIndexed(app.ctx.db);
    const found = async (asked: Record<string, string>) =>
      (await searchAll(elena, asked)).content.map(({ message }) => message.content);
    expect(await found({ q: 'secreto' })).toEqual(['Secreto']);
    expect(await found({ q: 'secreto', chatId: cast.ventasChat })).toEqual([]);
    expect((await searchAll(fina, 'secreto')).content).toEqual([]);
  });

  test('runs out', async () => {
    await open(elena, direct);
    await letRunOut();
    expect(await statusesOfReads(elena)).toEqual([403, 403, 403, 403, 403]);
    expect(await shownIn(elena)).toMatchObject({ supervision: null, lastMessage: { content: '' } });
    expect((await searchAll(elena, 'secreto')).content).toEqual([]);
    const reply = await elena.call(listMessages, { params: { chatId: direct } });
    expect(reply.message).toBe(REASON_NEEDED);
  });

  test('begins anew with another one', async () => {
    await open(elena, direct);
    await app.ctx.db.run(sql`update supervisions set expires_at = now() + interval '1 minute'`);
    const before = Date.now();
    const again = await open(elena, direct, 'Otro motivo más');
    expect(Date.parse(again.content.expiresAt)).toBeGreaterThanOrEqual(before + 3_600_000);
    expect((await shownIn(elena))?.supervision?.reason).toBe('Otro motivo más');
  });

  test('is over at once when its administrator closes it, and that of another one stays', async () => {
    await open(elena, direct);
    await open(fina, direct);
    expect(await close(elena, direct)).toMatchObject({ status: 200, content: null });
    expect([await reads(elena, direct), await reads(fina, direct)]).toEqual([403, 200]);
  });

  test('stands in the audit, opened and closed, once each', async () => {
    await open(elena, direct);
    await close(elena, direct);
    await close(elena, direct);
    const entry = { actorId: elena.uuid, chatId: direct, detail: REASON };
    const [opened] = await auditEvents(elena, { action: 'SUPERVISION_OPENED' });
    expect(opened).toMatchObject(entry);
    const closed = await auditEvents(elena, { action: 'SUPERVISION_CLOSED' });
    expect(closed.filter(({ id }) => id > (opened?.id ?? 0))).toMatchObject([entry]);
  });

  const closedOf = async (by: Client) => {
    const closed = await auditEvents(elena, { action: 'SUPERVISION_CLOSED', userId: by.uuid });
    return closed.map(({ chatId, detail }) => [chatId, detail]);
  };

  test('that has run out stands in the audit as closed, once, whoever notices', async () => {
    const other = await registerPerson(app, 'gema', { role: 'ADMIN' });
    await open(other, direct);
    await letRunOut();
    await close(other, direct);
    await close(other, direct);
    expect(await closedOf(other)).toEqual([[direct, REASON]]);
    await open(other, direct, 'Otro motivo más');
    await letRunOut();
    await Promise.all([open(elena, direct), open(fina, direct)]);
    expect(await closedOf(other)).toEqual([
      [direct, 'Otro motivo más'],
      [direct, REASON],
    ]);
  });

  test('lets nothing be read without an entry, and each one has its own', async () => {
    for (const reason of [REASON, 'Otro motivo más']) {
      await open(fina, cast.ventasChat, reason);
      for (let read = 0; read < 2; read++) await reads(fina, cast.ventasChat);
    }
    const entries = await auditEventsOfChat(elena, cast.ventasChat);
    expect(
      entries.filter(({ actorId }) => actorId === fina.uuid).map(({ action }) => action),
    ).toEqual(['CHAT_READ', 'SUPERVISION_OPENED', 'CHAT_READ', 'SUPERVISION_OPENED']);
  });

  test('is given by those who may, for chats that may be read', async () => {
    const { content: personal } = await cast.ana.request<{ uuid: string }>('POST', '/chats/me');
    const own = await elena.request<{ uuid: string }>('POST', '/chats/me');
    for (const chatId of [personal.uuid, own.content.uuid, NOBODY]) {
      expect([(await open(elena, chatId)).status, (await close(elena, chatId)).status]).toEqual([
        404, 404,
      ]);
    }
    for (const route of [openSupervision, closeSupervision]) {
      const path = route.path.replace(':chatId', direct);
      expect((await cast.ana.request(route.method, path, { reason: REASON })).status).toBe(403);
    }
  });

  test.each([
    ...wrongTexts(500),
    ['too short', 'Nueve let'],
    ['too short but for what nobody sees', `Nueve${'\u200b'.repeat(20)}`],
  ])('of another form is refused: %s', async (_, reason) => {
    const reply = await tryReason(elena, direct, reason);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['reason']]);
  });
});

const setSupervisor = ({ uuid: userId, email }: Client, supervisor: boolean) =>
  elena.call(updateUser, {
    params: { userId },
    body: { firstName: 'Fina', lastName: 'Prueba', email, supervisor, currentPassword: PASSWORD },
  });

test('a right that was taken and given back begins without reasons', async () => {
  await open(fina, direct);
  await setSupervisor(fina, false);
  await setSupervisor(fina, true);
  expect(await reads(fina, direct)).toBe(403);
});

test('a reason that comes in while the right is taken is refused, and not there when it is given back', async () => {
  const { reached, release } = holdStatements(app.ctx.db, 'as is_active');
  const late = open(fina, direct);
  await reached;
  await setSupervisor(fina, false);
  release();
  expect((await late).status).toBe(403);
  await setSupervisor(fina, true);
  expect(await reads(fina, direct)).toBe(403);
});

test('one that ran out while no process ran is closed at the next start', async () => {
  const first = await startApp({ supervision: 'reason' });
  const { ana, bruno, ventas } = await gatherCast(first);
  const chatId = await directChatOf(ana, bruno, ventas);
  await open(first.elena, chatId);
  await first.ctx.db.run(sql`
    update supervisions set started_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'`);
  const again = await first.restart(undefined, { supervision: 'on' });
  const closed = () => auditEvents(again.elena, { action: 'SUPERVISION_CLOSED' });
  await expect.poll(closed).toMatchObject([{ chatId, detail: REASON, actorId: again.elena.uuid }]);
  await again.close();
});

test('a right that is taken closes the reasons', async () => {
  const other = await registerPerson(app, 'hugo', { role: 'ADMIN' });
  await open(other, direct);
  await setSupervisor(other, false);
  const closed = await auditEvents(elena, { action: 'SUPERVISION_CLOSED', userId: other.uuid });
  expect(closed).toMatchObject([{ chatId: direct, detail: REASON }]);
});

test('a page of messages ends with the reason, and an export is finished and fetched', async () => {
  await open(elena, direct);
  const { content } = await elena.call(listMessages, { params: { chatId: direct } });
  const before = { params: { chatId: direct }, query: { before: String(content.at(-1)?.uuid) } };
  expect((await elena.call(listMessages, before)).status).toBe(200);
  const job = await exported(elena, async () => {
    const asked = await elena.call(createChatExport, { params: { chatId: direct } });
    await letRunOut();
    return asked;
  });
  const next = await elena.call(listMessages, before);
  expect([next.status, next.message]).toEqual([403, REASON_NEEDED]);
  expect((await fetchExport(elena, job)).size).toBeGreaterThan(0);
  const again = await elena.call(createChatExport, { params: { chatId: direct } });
  expect([again.status, again.message]).toEqual([403, REASON_NEEDED]);
});

test('a download that has begun is sent to its end, and each range is asked anew', async () => {
  const bytes = 'x'.repeat(5_000_000);
  const { mediaUrl } = await sentFile(cast.ana, direct, { fileName: 'grande.txt', bytes });
  await open(elena, direct);
  const headers = { authorization: `Bearer ${elena.token}` };
  const response = await fetch(`${elena.url}${mediaUrl}`, { headers });
  await letRunOut();
  expect((await response.text()).length).toBe(bytes.length);
  expect((await fetchFile(elena, mediaUrl, { range: 'bytes=0-9' })).status).toBe(403);
});

test('a reason lasts over a restart, and opens nothing once supervision is off', async () => {
  const first = await startApp({ supervision: 'reason' });
  const { ana, bruno, ventas } = await gatherCast(first);
  const chatId = await directChatOf(ana, bruno, ventas);
  await sendText(ana, chatId, 'Secreto');
  await open(first.elena, chatId);
  const again = await first.restart();
  expect(await reads(again.elena, chatId)).toBe(200);
  const off = await again.restart(undefined, { supervision: 'off' });
  expect(await reads(off.elena, chatId)).toBe(403);
  expect((await open(off.elena, chatId)).status).toBe(403);
  const on = await off.restart(undefined, { supervision: 'on' });
  expect(await reads(on.elena, chatId)).toBe(200);
  expect((await open(on.elena, chatId)).status).toBe(201);
  await on.close();
});
