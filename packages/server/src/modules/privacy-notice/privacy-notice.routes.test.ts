import { listAuditEvents } from '@chat/contract/audit';
import { firstOf, limits } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import {
  acceptNotice,
  getNotice,
  listNoticeAcceptances,
  listNoticeVersions,
  publishNotice,
  withdrawNotice,
} from '@chat/contract/privacy-notice';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { createGroupOf, groupChatOf, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { makeDue, schedule } from '../../../test/scheduled.ts';
import { expectWrongPages, wrongTexts } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let ana: Client;
let bruno: Client;
async function start(): Promise<void> {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
  bruno = await registerPerson(app, 'bruno');
}
/** Everybody of a server must confirm the notice that a test publishes. */
function startForEach(): void {
  beforeEach(start);
  afterEach(() => app.close());
}

const publish = (text: string, by = app.elena) => by.call(publishNotice, { body: { text } });
const accept = (person: Client, version: number) =>
  person.call(acceptNotice, { body: { version } });
const noticeOf = async (person: Client) => (await person.call(getNotice, {})).content;
const versions = async () => (await app.elena.call(listNoticeVersions, {})).content;
const acceptances = async (query: { pending?: '1'; page?: string; size?: string } = {}) =>
  (await app.elena.call(listNoticeAcceptances, { query })).content;
const requiredOf = async (person: Client) =>
  (await person.call(getCurrentUser, {})).content.noticeRequired;

/** Elena confirms first, so that she may read. */
const auditEventsOf = (action: 'NOTICE_ACCEPTED' | 'NOTICE_PUBLISHED' | 'NOTICE_WITHDRAWN') =>
  auditEvents(app.elena, { action });

describe('a privacy notice', () => {
  startForEach();

  test('is nothing until it is published, and asked of nobody', async () => {
    expect(await noticeOf(ana)).toBeNull();
    expect((await ana.call(getCurrentUser, {})).content).toEqual({
      ...ana.user,
      supervision: 'on',
      supervisor: false,
      noticeVersion: null,
    });
    expect(await versions()).toEqual({ draft: expect.any(String), versions: [] });
    expect(await acceptances()).toEqual([]);
    expect(await acceptances({ pending: '1' })).toEqual([]);
    expect((await accept(ana, 1)).status).toBe(404);
  });

  test('offers a draft that names supervision, retention and rights, and never publishes it', async () => {
    const { draft } = await versions();
    for (const subject of ['supervisar', 'conservan', 'acceso', 'rectificación', 'supresión']) {
      expect(draft).toContain(subject);
    }
    expect(draft.length).toBeLessThanOrEqual(limits.notice);
    expect(await noticeOf(ana)).toBeNull();
  });

  test('counts its versions from 1 and keeps older ones word for word', async () => {
    const first = '  Uno\n\n  con sangría  ';
    const reply = await publish(first);
    expect([reply.status, reply.content]).toEqual([
      201,
      { version: 1, text: first, publishedAt: expect.any(String) },
    ]);
    await accept(app.elena, 1);
    expect((await publish('Dos')).content.version).toBe(2);
    await accept(app.elena, 2);
    expect((await versions()).versions).toMatchObject([
      { version: 2, text: 'Dos', publishedBy: app.elena.email },
      { version: 1, text: first, publishedBy: app.elena.email },
    ]);
  });

  test('is no new version with the same text', async () => {
    const { content } = await publish('Uno');
    await accept(app.elena, 1);
    const again = await publish('Uno');
    expect([again.status, again.content]).toEqual([200, content]);
    expect(await requiredOf(app.elena)).toBeUndefined();
  });

  test('is a new version with an older text again', async () => {
    for (const [index, text] of ['Uno', 'Dos', 'Uno'].entries()) {
      const { status, content } = await publish(text);
      expect([status, content.version]).toEqual([201, index + 1]);
      await accept(app.elena, index + 1);
    }
    expect((await acceptances({ pending: '1' })).map(({ version }) => version)).toEqual([3, 3]);
  });

  test('is confirmed before anything else, by administrators and running sessions too', async () => {
    const live = await ana.connect();
    await publish('Uno');
    expect(await live.waitFor('session:restricted')).toEqual({ required: 'NOTICE' });
    for (const person of [ana, bruno, app.elena]) {
      expect((await person.call(listOwnGroups, {})).errors).toEqual({ required: ['NOTICE'] });
      expect(await requiredOf(person)).toBe(1);
    }
    expect((await app.client().login(bruno.email)).content).toMatchObject({ noticeRequired: 1 });
    live.close();
  });

  test('lets everybody go on who has confirmed it, in all of their sessions', async () => {
    await publish('Uno');
    const other = await app.signIn(ana.email);
    expect(await noticeOf(ana)).toMatchObject({ version: 1, text: 'Uno' });
    const { status, content } = await accept(ana, 1);
    expect([status, content]).toEqual([200, { version: 1, at: expect.any(String) }]);
    for (const session of [ana, other]) {
      expect((await session.call(listOwnGroups, {})).status).toBe(200);
      expect((await session.call(getCurrentUser, {})).content).toMatchObject({ noticeVersion: 1 });
    }
    expect((await bruno.call(listOwnGroups, {})).status).toBe(403);
  });

  test('keeps the time of the first confirmation', async () => {
    await publish('Uno');
    const { content } = await accept(ana, 1);
    expect((await accept(ana, 1)).content).toEqual(content);
    await accept(app.elena, 1);
    expect(await auditEventsOf('NOTICE_ACCEPTED')).toHaveLength(2);
  });

  test('is asked for anew after each change', async () => {
    await publish('Uno');
    for (const person of [ana, app.elena]) await accept(person, 1);
    await publish('Dos');
    expect(await requiredOf(ana)).toBe(2);
    expect((await accept(ana, 1)).status).toBe(409);
    expect((await accept(ana, 3)).status).toBe(409);
    expect((await ana.call(getCurrentUser, {})).content).toMatchObject({ noticeVersion: 1 });
    expect((await accept(ana, 2)).status).toBe(200);
  });

  test('is asked of nobody once it is withdrawn; versions and confirmations stay', async () => {
    await publish('Uno');
    await accept(app.elena, 1);
    expect((await app.elena.call(withdrawNotice, {})).status).toBe(200);
    expect((await bruno.call(listOwnGroups, {})).status).toBe(200);
    expect(await noticeOf(bruno)).toBeNull();
    expect((await accept(bruno, 1)).status).toBe(404);
    expect((await versions()).versions).toHaveLength(1);
    expect(await acceptances()).toHaveLength(1);
    expect((await app.elena.call(withdrawNotice, {})).status).toBe(200);
    expect((await publish('Uno')).content.version).toBe(2);
    await accept(app.elena, 2);
    expect(await auditEventsOf('NOTICE_WITHDRAWN')).toMatchObject([{ detail: '1' }]);
  });
});

describe('publishing, withdrawing and confirming', () => {
  startForEach();

  test('stand in the audit with the version', async () => {
    await publish('Uno');
    await accept(app.elena, 1);
    const by = { actorEmail: app.elena.email, targetId: null, detail: '1' };
    expect(await auditEventsOf('NOTICE_PUBLISHED')).toMatchObject([by]);
    expect(await auditEventsOf('NOTICE_ACCEPTED')).toMatchObject([by]);
    const { content } = await app.elena.call(listAuditEvents, { query: { size: '200' } });
    expect(JSON.stringify(content)).not.toContain('Uno');
  });

  test('take a text of 50,000 characters, emojis too', async () => {
    expect((await publish('🙂'.repeat(limits.notice))).status).toBe(201);
  });

  test('hold back no text that its author had scheduled before', async () => {
    const group = await createGroupOf(app, 'Obra', [ana, bruno]);
    const chatId = await groupChatOf(ana, group);
    const live = await bruno.connect();
    const { content } = await schedule(ana, chatId, 'luego');
    await publish('Uno');
    await live.waitFor('session:restricted');
    await accept(bruno, 1);
    const { token = '', uuid: userId } = bruno;
    await live.emit('register', { accessToken: token, userId });
    await makeDue(app, content);
    expect(await live.waitFor('message')).toMatchObject({ uuid: content.uuid, content: 'luego' });
    expect(await requiredOf(ana)).toBe(1);
    live.close();
  });
});

describe('calls that are not right', () => {
  beforeAll(start);
  afterAll(() => app.close());

  test.each(wrongTexts(limits.notice))('refuse a text that is %s', async (_, text) => {
    const reply = await app.elena.request('PUT', '/notice', { text });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['text']]);
    expect(await noticeOf(ana)).toBeNull();
  });

  test.each([[undefined], [null], ['1'], [1.5], [true], [{}]])(
    'refuse the version %o',
    async (version) => {
      const reply = await ana.request('POST', '/users/me/notice', { version });
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['version']]);
    },
  );

  test('refuse wrong pages', async () => {
    await expectWrongPages(app.elena, [listNoticeVersions, listNoticeAcceptances]);
    expect(
      (await app.elena.request('GET', '/notice/acceptances?pending=si')).errors,
    ).toHaveProperty('pending');
  });

  test('versions come 50 at a time', async () => {
    await app.ctx.db.run(sql`
    insert into notices (version, text, published_by)
    select n, 'Texto ' || n, ${app.elena.user.id} from generate_series(1, 120) n`);
    const reply = await app.elena.call(listNoticeVersions, {});
    expect(reply.pagination).toMatchObject({ page: 1, size: 50, totalElements: 120 });
    expect(firstOf(reply.content.versions).version).toBe(120);
    const last = await app.elena.call(listNoticeVersions, { query: { page: '3' } });
    expect(last.content.versions.at(-1)?.version).toBe(1);
  });
});
