import { firstOf } from '@chat/contract/checks';
import {
  createOwnExport,
  createUserExport,
  type ExportJob,
  listOwnExports,
  listUserExports,
} from '@chat/contract/data-exports';
import { deleteGroup } from '@chat/contract/groups';
import { eraseGroup, eraseUser } from '@chat/contract/holds';
import { deleteMessage, listMessages } from '@chat/contract/messages';
import { deleteUser } from '@chat/contract/users';
import { sendMessage } from '@chat/contract/writing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { exported, fetchExport, jsonIn, ownData } from '../../../test/exports.ts';
import { storedKeys } from '../../../test/files.ts';
import { searchAll } from '../../../test/search.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeEach(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterEach(() => app.close());

const SAID = 'melocotones';

/** Somebody whom Ana has mentioned and has a direct chat with. */
async function gatherNamed() {
  const person = await registerPerson(app, 'zoraida');
  const group = await createGroupOf(app, 'Obra', [person, cast.ana]);
  const chatId = await groupChatOf(cast.ana, group);
  await sendText(cast.ana, await directChatOf(cast.ana, person, group), 'hola');
  const body = {
    type: 'TEXT' as const,
    content: `${SAID} @${person.email}`,
    mentionedUserIds: [person.uuid],
  };
  await cast.ana.call(sendMessage, { params: { chatId }, body });
  return { person, group };
}

async function erase(person: Client): Promise<void> {
  const params = { userId: person.uuid };
  await app.elena.call(deleteUser, { params });
  const body = { email: person.email, messages: false };
  expect((await app.elena.call(eraseUser, { params, body })).status).toBe(200);
}

const zips = async () => (await storedKeys(app)).filter((key) => key.endsWith('.export'));
const textOf = async (who: Client, job: ExportJob) =>
  [...(await fetchExport(who, job)).values()].map(String).join('\n');

const isReady = { status: 'READY' };

test('a ZIP of somebody else that was ready is made anew, without the person', async () => {
  const ofAna = { userId: cast.ana.uuid };
  const { person } = await gatherNamed();
  const own = await exported(cast.ana);
  const another = await exported(app.elena, () =>
    app.elena.call(createUserExport, { params: ofAna }),
  );
  for (const [who, job] of [[cast.ana, own] as const, [app.elena, another] as const])
    expect(await textOf(who, job)).toContain(`${SAID} @${person.email}`);
  const before = await zips();
  expect(before).toHaveLength(2);
  await erase(person);
  const left = await zips();
  expect(before.filter((key) => left.includes(key))).toEqual([]);
  const newest = async () => [
    firstOf((await cast.ana.call(listOwnExports, {})).content),
    firstOf((await app.elena.call(listUserExports, { params: ofAna })).content),
  ];
  await expect.poll(newest).toMatchObject([
    { uuid: own.uuid, ...isReady },
    { uuid: another.uuid, ...isReady },
  ]);
  for (const [who, job] of [[cast.ana, own] as const, [app.elena, another] as const]) {
    const text = await textOf(who, job);
    expect(text).toContain(`${SAID} @Usuario eliminado`);
    expect(text).not.toContain(person.email);
  }
  await expect.poll(zips).toHaveLength(2);
});

test('no entry of the audit in a ZIP of somebody else names the person', async () => {
  const { ana } = cast;
  const { elena } = app;
  const { person, group } = await gatherNamed();
  const direct = await directChatOf(ana, person, group);
  const said = firstOf((await sendText(person, direct, 'adiós')).content);
  await elena.call(listMessages, { params: { chatId: direct } });
  await searchAll(elena, `de:${person.email} hola`);
  const removed = { params: { chatId: direct, messageId: said.uuid } };
  expect((await elena.call(deleteMessage, removed)).status).toBe(200);
  await erase(person);
  for (const who of [ana, elena]) {
    const zip = await ownData(who);
    const entries = jsonIn(zip, 'auditoria');
    for (const action of ['CHAT_READ', 'MESSAGE_DELETED']) {
      const [entry] = entries.filter((one: { action: string }) => one.action === action);
      expect(entry.memberEmails).toHaveLength(2);
      expect(entry.memberEmails).toContain('Usuario eliminado');
    }
    for (const bytes of zip.values()) expect(String(bytes)).not.toContain(person.email);
  }
});

test('one that is being made is begun anew, and takes the place of one that was ready', async () => {
  const { person } = await gatherNamed();
  const older = await exported(cast.ana);
  await app.ctx.exporter.close();
  const { uuid } = (await cast.ana.call(createOwnExport, {})).content;
  // A process that has begun before.
  await app.ctx.db.run(sql`
    update data_exports set taken_by = p.uuid, tries = 1, file_uuids = array[gen_random_uuid()]
    from (select uuid from processes limit 1) p where data_exports.uuid = ${uuid}`);
  await erase(person);
  expect(
    await app.ctx.db.many(sql`
    select uuid, status, taken_by, tries from data_exports where kind = 'OWN'`),
  ).toEqual([{ uuid, status: 'WORKING', takenBy: null, tries: 0 }]);
  expect(older.uuid).not.toBe(uuid);
});

test('and of what was said in an erased group nothing is in it', async () => {
  const { group } = await gatherNamed();
  const own = await exported(cast.ana);
  const groupId = group.uuid;
  await app.elena.call(deleteGroup, { params: { groupId } });
  const body = { name: group.name };
  expect((await app.elena.call(eraseGroup, { params: { groupId }, body })).status).toBe(200);
  const newest = async () => firstOf((await cast.ana.call(listOwnExports, {})).content);
  await expect.poll(newest).toMatchObject({ uuid: own.uuid, ...isReady });
  expect(await textOf(cast.ana, own)).not.toContain(SAID);
});
