import { readFile } from 'node:fs/promises';
import { removeTwoSteps } from '@chat/contract/auth';
import { openSupervision } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import { createUserExport, listUserExports } from '@chat/contract/data-exports';
import { addGroupParticipants, deleteGroup } from '@chat/contract/groups';
import { eraseGroup, eraseUser, holdUser } from '@chat/contract/holds';
import { deleteMessage } from '@chat/contract/messages';
import { setChatNotifications } from '@chat/contract/notifications';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { holdStatements } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { accountOf, atProvider, signInAt } from '../../../test/company/company-browser.ts';
import { startLyingProvider } from '../../../test/company/lying-provider.ts';
import { findTables } from '../../../test/database.ts';
import { columnsNaming, filesWith, gatherErasable, tablesWith } from '../../../test/erasable.ts';
import { openFakeS3 } from '../../../test/fake-s3.ts';
import { picture, sendFile } from '../../../test/files.ts';
import { createInstallation } from '../../../test/installation.ts';
import { invite } from '../../../test/invitations.ts';
import { startPushService, trialPush } from '../../../test/push/push-service.ts';
import { stopClock, turnOnTwoSteps } from '../../../test/two-steps.ts';
import { sql } from '../../db/database.ts';
import { continueErasures } from './erasure.actions.ts';

const MANY = 3_000;

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** Deleted and erased for good. */
async function eraseFully(person: Client, messages: boolean, { elena } = app): Promise<void> {
  const params = { userId: person.uuid };
  await elena.call(deleteUser, { params });
  const body = { email: person.email, messages };
  expect((await elena.call(eraseUser, { params, body })).status).toBe(200);
}

/** A password that is not theirs, so many times from one address. */
async function failToSignIn(person: Client, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const body = { email: person.email, password: 'no-es-esta', deviceId: 'otro-dispositivo' };
    expect((await app.client().request('POST', '/auth/login', body)).status).toBe(401);
  }
}

test('no table names an erased person but those of chats, their messages, the audit and what they confirmed', async () => {
  const { person } = await gatherErasable(app, cast, 1);
  await failToSignIn(person, 3);
  const id = person.user.id;
  expect(await columnsNaming(app.ctx.db, id)).toContain('sign_in_failures.person_id');
  await eraseFully(person, false);
  expect(await columnsNaming(app.ctx.db, id)).toEqual([
    'audit_events.actor_id',
    'audit_events.target_id',
    'chat_members.user_id',
    'chats.high_user_id',
    'chats.low_user_id',
    'mentions.user_id',
    'messages.sender_id',
  ]);
});

const TRACES = [
  'chat_members.user_id',
  'company_accounts.user_id',
  'invitations.user_id',
  'push_subscriptions.user_id',
  'recovery_codes.user_id',
  'two_steps.user_id',
];

test('nothing is left of second step, recovery codes, company account, invitation, subscription and mute', async () => {
  const provider = await startLyingProvider();
  const pushes = await startPushService();
  const company = atProvider({ issuer: provider.issuer, ...provider.client });
  const own = await startApp({ ...company, push: trialPush });
  const startClock = stopClock();
  const { ana, ventas, ventasChat: chatId } = await gatherCast(own);
  const boss = await registerPerson(own, 'jefa', { role: 'ADMIN' });
  // Ana has yet to be told who removed hers.
  await turnOnTwoSteps(ana);
  const removing = { params: { userId: ana.uuid }, body: { currentPassword: PASSWORD } };
  await boss.call(removeTwoSteps, removing);
  const body = { userIds: [boss.uuid] };
  await own.elena.call(addGroupParticipants, { params: { groupId: ventas.uuid }, body });
  await signInAt(provider, boss, accountOf(boss.email));
  await turnOnTwoSteps(boss);
  const { endpoint } = await pushes.subscribe(boss);
  const muting = { mode: 'none' as const, until: null };
  await boss.call(setChatNotifications, { params: { chatId }, body: muting });
  await invite(own.elena, boss.uuid, { currentPassword: PASSWORD });
  const { db } = own.ctx;
  const { id } = boss.user;
  expect(await columnsNaming(db, id)).toEqual(expect.arrayContaining(TRACES));
  await eraseFully(boss, true, own);
  const left = (await columnsNaming(db, id)).filter((column) => TRACES.includes(column));
  expect(left).toEqual(['chat_members.user_id']);
  expect(
    await db.many(sql`select distinct notify_mode, notify_until from chat_members
      where user_id = ${id}`),
  ).toEqual([{ notifyMode: 'all', notifyUntil: null }]);
  expect(await tablesWith(db, [boss.email, `sub-${boss.email}`, endpoint])).toEqual([]);
  const { totpRemoved } = (await ana.login(ana.email)).content;
  expect(totpRemoved?.by).toBe('Usuario eliminado');
  startClock();
  await own.close();
  await pushes.stop();
  await provider.stop();
});

test('an amount that is saved late is not saved for somebody who is erased by then', async () => {
  const { person, chat } = await gatherErasable(app, cast, 8);
  const { reached, release } = holdStatements(app.ctx.db, 'insert into daily_amounts');
  await sendText(person, chat, 'se cuenta luego');
  await reached;
  await eraseFully(person, false);
  release();
  // A file waits for the amounts that are being saved.
  await sendFile(cast.ana, cast.ventasChat, { bytes: 'de Ana' });
  const counted = await app.ctx.db.many(sql`select user_id from daily_amounts`);
  expect(counted).toContainEqual({ userId: cast.ana.user.id });
  expect(counted).not.toContainEqual({ userId: person.user.id });
});

test('failed sign-ins that were counted until then stand in the audit, and nowhere else', async () => {
  const { person } = await gatherErasable(app, cast, 2);
  await failToSignIn(person, 3);
  await eraseFully(person, true);
  const failures = await auditEvents(app.elena, { userId: person.uuid, action: 'SIGN_IN_FAILED' });
  expect(failures.map(({ detail }) => detail)).toEqual(['PASSWORD 2', 'PASSWORD']);
});

test('reasons of an erased administrator, and those for the chats of an erased group, are gone', async () => {
  const olga = await registerPerson(app, 'olga', { role: 'ADMIN' });
  const group = await createGroupOf(app, 'Efímero', [cast.ana, cast.bruno]);
  const gone = await groupChatOf(cast.ana, group);
  const open = (by: Client, chatId: string, reason: string) =>
    by.call(openSupervision, { params: { chatId }, body: { reason } });
  await open(olga, cast.ventasChat, 'Queja de Olga');
  await open(app.elena, gone, 'Queja del grupo efímero');
  await open(app.elena, cast.ventasChat, 'Queja que sigue');
  await eraseFully(olga, false);
  const params = { groupId: group.uuid };
  await app.elena.call(deleteGroup, { params });
  expect((await app.elena.call(eraseGroup, { params, body: { name: group.name } })).status).toBe(
    200,
  );
  expect(await tablesWith(app.ctx.db, ['Queja de Olga', 'efímero'])).toEqual([]);
  expect(await tablesWith(app.ctx.db, ['Queja que sigue'])).toEqual(['supervisions']);
});

test('an erasure that several carry out at once has not ended before every message is gone', async () => {
  const { person, chat } = await gatherErasable(app, cast, 5);
  await app.ctx.db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content)
    select id, last_seq + n, gen_random_uuid(), ${person.user.id}, 'TEXT', 'albaricoques ' || n
    from chats, generate_series(1, ${MANY}::int) as n where uuid = ${chat}`);
  await app.ctx.db.run(sql`update chats set last_seq = last_seq + ${MANY} where uuid = ${chat}`);
  await app.elena.call(deleteUser, { params: { userId: person.uuid } });
  await app.ctx.db.run(sql`
    insert into erasures (user_id, messages, emails)
    values (${person.user.id}, true, ${[person.email]}::text[])`);
  const stops = [1, 2, 3].map(() => new AbortController());
  const runs = stops.map(({ signal }) => continueErasures(app.ctx, signal));
  // Where one has ended nothing is left to the others, which stop.
  await Promise.race(runs);
  for (const stop of stops) stop.abort();
  await Promise.all(runs);
  expect(await tablesWith(app.ctx.db, ['albaricoques'])).toEqual([]);
});

test('nobody exports the data of an erased person, who is unknown from then on', async () => {
  const { person } = await gatherErasable(app, cast, 3);
  const params = { userId: person.uuid };
  expect((await app.elena.call(createUserExport, { params })).status).toBe(201);
  await eraseFully(person, false);
  expect((await app.elena.call(createUserExport, { params })).status).toBe(404);
  expect((await app.elena.call(listUserExports, { params })).status).toBe(404);
});

test('a store in S3 loses the files that go, their thumbnails and the exports, and keeps those that stay', async () => {
  const s3 = await openFakeS3();
  const place = await createInstallation({ database: 'migrated', s3: s3.url });
  const own = await place.start();
  try {
    const { ana, bruno } = await gatherCast(own);
    const { person, chat, said, secret } = await gatherErasable(own, { ana, bruno }, 4);
    await sendFile(person, chat, { type: 'IMAGE', fileName: 'foto.png', bytes: await picture() });
    await sendFile(ana, chat, { bytes: 'de Ana' });
    const stored = (word: string) =>
      [...s3.objects.values()].filter((bytes) => bytes.includes(word)).length;
    expect([stored(said), stored(secret)]).toEqual([1, 1]);
    const params = { userId: person.uuid };
    await own.elena.call(deleteUser, { params });
    const body = { email: person.email, messages: true };
    expect((await own.elena.call(eraseUser, { params, body })).status).toBe(200);
    // An export, or a thumbnail, that is just being made goes as soon as it is.
    await expect.poll(() => [...s3.objects.values()].map(String)).toEqual(['de Ana']);
  } finally {
    await own.close();
    await place.remove();
    await s3.close();
  }
});

test('what an ended hold had kept goes with the person, before any round', async () => {
  const { person, chat } = await gatherErasable(app, cast, 6);
  const params = { userId: person.uuid };
  const reason = 'Requerimiento del juzgado';
  await app.elena.call(holdUser, { params, body: { hold: true, reason } });
  const sent = firstOf((await sendFile(person, chat, { bytes: 'ciruelas' })).content);
  const asked = { chatId: chat, messageId: sent.uuid };
  expect((await app.elena.call(deleteMessage, { params: asked })).status).toBe(200);
  await app.elena.call(holdUser, { params, body: { hold: false } });
  expect(await filesWith(app.ctx.config.dataDir, 'ciruelas')).toHaveLength(1);
  await eraseFully(person, false);
  expect(await filesWith(app.ctx.config.dataDir, 'ciruelas')).toEqual([]);
  expect(
    await app.ctx.db.many(sql`select from kept_messages where message_id = ${sent.id}`),
  ).toEqual([]);
});

test('the inventory names every table once, and no other', async () => {
  const text = await readFile(new URL('../../../../../docs/data.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)];
  expect(rows.map(([, table]) => table)).toEqual(await findTables(app.ctx.db));
  for (const [, table, cells] of rows) {
    const says = String(cells)
      .split('|')
      .map((cell) => cell.trim());
    expect([table, says.length, says.every((said) => said !== '')]).toEqual([table, 3, true]);
  }
});
