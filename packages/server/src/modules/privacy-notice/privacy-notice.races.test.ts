import {
  acceptNotice,
  getNotice,
  listNoticeAcceptances,
  listNoticeVersions,
  publishNotice,
  withdrawNotice,
} from '@chat/contract/privacy-notice';
import { getCurrentUser } from '@chat/contract/users';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { beginTogether } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let elena: Client;
let boss: Client;
let ana: Client;
beforeEach(async () => {
  app = await startApp({}, { connections: 5 });
  elena = app.elena;
  boss = await registerPerson(app, 'jefa', { role: 'ADMIN' });
  ana = await registerPerson(app, 'ana');
});
afterEach(() => app.close());

const publish = (by: Client, text: string) => by.call(publishNotice, { body: { text } });
const accept = (person: Client, version: number) =>
  person.call(acceptNotice, { body: { version } });

/** Carries out both once both have been let in; gives their answers' statuses. */
async function atOnce(...calls: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  beginTogether([app.ctx.db], calls.length);
  const replies = await Promise.all(calls.map((call) => call()));
  return replies.map(({ status }) => status);
}

/** Elena confirms first, so that she may read. */
async function published(): Promise<[number, string, string][]> {
  await accept(elena, (await elena.call(getNotice, {})).content?.version ?? 0);
  const { versions } = (await elena.call(listNoticeVersions, {})).content;
  return versions.map(({ version, text, publishedBy }) => [version, text, publishedBy]);
}
const entries = async (action: 'NOTICE_PUBLISHED' | 'NOTICE_ACCEPTED' | 'NOTICE_WITHDRAWN') =>
  (await auditEvents(elena, { action })).map(({ detail }) => detail);

test('the same text that two administrators publish at once is one version', async () => {
  const statuses = await atOnce(
    () => publish(elena, 'Uno'),
    () => publish(boss, 'Uno'),
  );
  expect(statuses.sort()).toEqual([200, 201]);
  expect(await published()).toEqual([[1, 'Uno', expect.any(String)]]);
  expect(await entries('NOTICE_PUBLISHED')).toEqual(['1']);
});

test('two texts that two administrators publish at once are two versions, and the later one is in force', async () => {
  const statuses = await atOnce(
    () => publish(elena, 'De Elena'),
    () => publish(boss, 'De la jefa'),
  );
  expect(statuses).toEqual([201, 201]);
  const versions = await published();
  expect(versions.map(([version]) => version)).toEqual([2, 1]);
  expect(versions.map(([, ...rest]) => rest).sort()).toEqual([
    ['De Elena', elena.email],
    ['De la jefa', boss.email],
  ]);
  expect((await ana.call(getNotice, {})).content).toMatchObject({
    version: 2,
    text: versions[0]?.[1],
  });
  // Whoever began first may have come second.
  expect((await entries('NOTICE_PUBLISHED')).sort()).toEqual(['1', '2']);
});

test('who confirms a version while another one is published has confirmed the old one, or is told to read the new one', async () => {
  await publish(elena, 'Uno');
  await accept(elena, 1);
  const statuses = await atOnce(
    () => publish(elena, 'Dos'),
    () => accept(ana, 1),
  );
  expect(statuses[0]).toBe(201);
  expect([200, 409]).toContain(statuses[1]);
  const { content } = await ana.call(getCurrentUser, {});
  const noticeVersion = statuses[1] === 200 ? 1 : null;
  expect(content).toMatchObject({ noticeRequired: 2, noticeVersion });
});

test('who confirms a notice while it is withdrawn has confirmed it, or is told that there is none', async () => {
  await publish(elena, 'Uno');
  await accept(elena, 1);
  const statuses = await atOnce(
    () => elena.call(withdrawNotice, {}),
    () => accept(ana, 1),
  );
  expect(statuses[0]).toBe(200);
  expect([200, 404]).toContain(statuses[1]);
  const confirmed = (await elena.call(listNoticeAcceptances, {})).content;
  const isThere = confirmed.some(({ userId }) => userId === ana.uuid);
  expect(isThere).toBe(statuses[1] === 200);
});

test('who confirms a version many times at once has confirmed it once', async () => {
  await publish(elena, 'Uno');
  beginTogether([app.ctx.db], 5);
  const replies = await Promise.all(Array.from({ length: 5 }, () => accept(ana, 1)));
  const [first] = replies;
  for (const { status, content } of replies) {
    expect([status, content]).toEqual([200, first?.content]);
  }
  await accept(elena, 1);
  expect(await entries('NOTICE_ACCEPTED')).toEqual(['1', '1']);
});

test('versions and their texts cannot be changed by SQL, and none is removed', async () => {
  await publish(elena, 'Uno');
  const { db } = app.ctx;
  for (const change of [
    sql`update notices set text = 'Otro'`,
    sql`update notices set version = 7`,
    sql`update notices set published_at = now() - interval '1 year'`,
    sql`delete from notices`,
    sql`truncate notices, present_notice, notice_acceptances`,
    sql`truncate notices cascade`,
  ]) {
    await expect(db.run(change)).rejects.toThrow('only ever added');
  }
  expect(await published()).toEqual([[1, 'Uno', elena.email]]);
});
