import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstOf, required } from '@chat/contract/checks';
import { deleteGroup } from '@chat/contract/groups';
import { eraseGroup, eraseUser, holdChat, holdUser } from '@chat/contract/holds';
import { listMessages } from '@chat/contract/messages';
import { deleteUser, updateUser } from '@chat/contract/users';
import { sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { filesWith, gatherErasable, tablesWith } from '../../../test/erasable.ts';
import { found } from '../../../test/search.ts';
import { NOBODY } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';
import { continueErasures } from './erasure.actions.ts';

const REASON = 'Requerimiento del juzgado';
const never = new AbortController().signal;

let app: TestApp;
let cast: Cast;
let people = 0;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** A person with something in every place, and what they wrote and were called. */
const gatherPerson = () => gatherErasable(app, cast, ++people);

const storedWith = (word: string) => filesWith(app.ctx.config.dataDir, word);

const storedZips = async () => (await storedWith('')).filter((path) => path.endsWith('.export'));

const remove = (person: Client) => app.elena.call(deleteUser, { params: { userId: person.uuid } });
const erase = (person: Client, messages: boolean, email = person.email) =>
  app.elena.call(eraseUser, { params: { userId: person.uuid }, body: { email, messages } });
const read = async (who: Client, chatId: string) =>
  (await who.call(listMessages, { params: { chatId } })).content;

describe('a person is erased', () => {
  test('without messages: these stay under "Usuario eliminado", and nothing else is left', async () => {
    const { person, chat, direct, said, first, mentioning, words } = await gatherPerson();
    await remove(person);
    expect(await erase(person, false)).toMatchObject({ status: 200, content: null });
    expect(await tablesWith(app.ctx.db, [...words, `secreto${people}`])).toEqual([]);
    const shown = await read(cast.ana, chat);
    const theirs = required(
      shown.find(({ uuid }) => uuid === first.uuid),
      'message',
    );
    expect(theirs).toMatchObject({
      content: `${said} dos`,
      senderId: person.uuid,
      senderEmail: 'Usuario eliminado',
    });
    const text = JSON.stringify(shown);
    for (const word of words) expect(text).not.toContain(word);
    expect(shown.find(({ uuid }) => uuid === mentioning.uuid)).toMatchObject({
      content: 'Hola @Usuario eliminado, ¿vienes? @Usuario eliminado.',
      mentions: [{ uuid: person.uuid, email: 'Usuario eliminado' }],
    });
    expect(shown.flatMap(({ reactions }) => reactions ?? [])).toEqual([]);
    expect((await read(cast.ana, direct)).at(-1)?.content).toBe(`${said} directo`);
    const originals = await app.ctx.db.many(sql`
      select from message_originals o join messages m on m.id = o.message_id where m.uuid = ${first.uuid}`);
    expect(originals).toEqual([]);
    expect(await app.ctx.db.many(sql`select from data_exports`)).toEqual([]);
    // A ZIP that is being made, with copies of files, goes once its maker finds that nobody is to have it.
    await expect.poll(storedZips).toEqual([]);
    // The personal chat's file is gone, the group's stays.
    await expect.poll(() => storedWith(`secreto${people}`)).toEqual([]);
    await expect.poll(() => storedWith(`${said} archivo`)).toHaveLength(1);
    await expectNothingFound(words);
  });

  test('with messages: these go as by a deletion, with their files; what others wrote stays', async () => {
    const { person, chat, direct, said, first, words } = await gatherPerson();
    const live = await cast.ana.connect();
    const body = { forwardedFrom: first.uuid, referenceId: `reenviado-${people}` };
    const path = `/chats/${cast.ventasChat}/messages`;
    const forwarded = await cast.ana.request('POST', path, body);
    expect(forwarded.status).toBe(201);
    await remove(person);
    const received = live.waitFor('message:deleted', ({ messageId }) => messageId === first.uuid);
    expect((await erase(person, true)).status).toBe(200);
    await received;
    live.close();
    expect((await read(cast.ana, chat)).map(({ content }) => content)).toEqual([
      'respuesta',
      'Hola @Usuario eliminado, ¿vienes? @Usuario eliminado.',
    ]);
    expect(await read(cast.ana, direct)).toEqual([]);
    expect(await tablesWith(app.ctx.db, words)).toEqual([]);
    // Ana's forward is hers.
    expect((await read(cast.ana, cast.ventasChat)).at(-1)?.content).toBe(`${said} dos`);
    expect(await found(app, cast.bruno, said)).toHaveLength(1);
    const texts = await app.ctx.db.many(sql`
      select from messages where content like ${`%${said}%`} and sender_id = ${person.user.id}`);
    expect(texts).toEqual([]);
    expect(await storedWith(`${said} archivo`)).toEqual([]);
  });

  test('by an e-mail of before, too: mentions of it are renamed, longer ones that begin alike are not', async () => {
    const { person, chat, names } = await gatherPerson();
    const params = { userId: person.uuid };
    const old = person.email;
    const email = `nueva${people}@empresa.local`;
    await app.elena.call(updateUser, { params, body: { ...names, email } });
    const content = `A @${old} y @${old}.otro, no a @x${old}`;
    const body = { type: 'TEXT' as const, content, mentionedUserIds: [person.uuid] };
    await cast.ana.call(sendMessage, { params: { chatId: chat }, body });
    await remove(person);
    expect((await erase(person, false, email)).status).toBe(200);
    expect((await read(cast.ana, chat)).at(-1)?.content).toBe(
      `A @Usuario eliminado y @${old}.otro, no a @x${old}`,
    );
  });
});

/** No search finds them by name or e-mail. */
async function expectNothingFound(words: string[]): Promise<void> {
  for (const word of words) {
    for (const q of [word, `de:${word}`]) {
      expect([q, await found(app, cast.ana, q)]).toEqual([q, []]);
    }
  }
}

test('the audit keeps the e-mails, and its list and CSV show them no longer', async () => {
  const { person, chat, names } = await gatherPerson();
  const params = { userId: person.uuid };
  const old = person.email;
  const email = `otra${people}@empresa.local`;
  await app.elena.call(updateUser, { params, body: { ...names, email } });
  // The second is somebody else's.
  const others = `x${old}.otra`;
  for (const q of [`de:${old}`, `de:${others}`])
    await app.elena.request('GET', `/chats/search?q=${encodeURIComponent(q)}`);
  await app.elena.call(listMessages, { params: { chatId: chat } });
  await remove(person);
  expect((await erase(person, true, email)).status).toBe(200);
  const listed = await auditEvents(app.elena, {});
  expect(firstOf(listed)).toMatchObject({
    action: 'USER_ERASED',
    targetId: person.uuid,
    targetEmail: 'Usuario eliminado',
    actorEmail: app.elena.email,
  });
  const headers = { authorization: `Bearer ${app.elena.token}` };
  const csv = await fetch(`${app.url}/api/admin/audit-events.csv`, { headers });
  const text = `${JSON.stringify(listed)}${await csv.text()}`;
  expect(text).toContain(others);
  for (const word of [old, email]) expect(text.replaceAll(others, '')).not.toContain(word);
  const kept = await app.ctx.db.many<{ targetEmail: string }>(sql`
    select distinct target_email from audit_events where target_id = ${person.user.id} order by 1`);
  expect(kept.map(({ targetEmail }) => targetEmail)).toEqual([email, old].sort());
});

describe('is refused', () => {
  test('for whom is not deleted, by another e-mail, twice, and for nobody', async () => {
    const { person } = await gatherPerson();
    expect((await erase(person, false)).status).toBe(409);
    await remove(person);
    const other = await erase(person, false, 'otra@empresa.local');
    expect([other.status, Object.keys(other.errors ?? {})]).toEqual([422, ['email']]);
    for (const body of [{}, { email: person.email }, { email: person.email, messages: 'sí' }]) {
      const path = `/users/${person.uuid}/erase`;
      expect((await app.elena.request('POST', path, body)).status).toBe(422);
    }
    expect((await erase(person, false)).status).toBe(200);
    expect((await erase(person, false)).status).toBe(404);
    const body = { email: person.email, messages: false };
    const unknown = await app.elena.call(eraseUser, { params: { userId: NOBODY }, body });
    expect(unknown.status).toBe(404);
    const hold = { hold: true as const, reason: REASON };
    const params = { userId: person.uuid };
    expect((await app.elena.call(holdUser, { params, body: hold })).status).toBe(404);
  });

  test('while a hold keeps the person, a chat of theirs, or one whom they wrote with or who mentioned them', async () => {
    const { person, chat, direct } = await gatherPerson();
    await remove(person);
    const holds = [
      `/users/${person.uuid}/hold`,
      `/users/${cast.ana.uuid}/hold`,
      `/chats/${chat}/hold`,
      `/chats/${direct}/hold`,
    ];
    for (const path of holds) {
      const set = await app.elena.request('PUT', path, { hold: true, reason: REASON });
      expect(set.status).toBe(200);
      const { status, message } = await erase(person, true);
      expect([status, message]).toEqual([409, 'Se conserva por requerimiento.']);
      await app.elena.request('PUT', path, { hold: false });
    }
    expect((await erase(person, true)).status).toBe(200);
  });
});

describe('the content of a group', () => {
  const eraseContent = (groupId: string, name: string) =>
    app.elena.call(eraseGroup, { params: { groupId }, body: { name } });

  test('goes with chats, messages, files and originals; its name stays in the audit', async () => {
    const { group, chat, person, said } = await gatherPerson();
    expect((await eraseContent(group.uuid, group.name)).status).toBe(409);
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    const { status, errors } = await eraseContent(group.uuid, 'Otro');
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['name']]);
    const body = { hold: true as const, reason: REASON };
    await app.elena.call(holdUser, { params: { userId: person.uuid }, body });
    const held = await eraseContent(group.uuid, group.name);
    expect([held.status, held.message]).toEqual([409, 'Se conserva por requerimiento.']);
    await app.elena.call(holdUser, { params: { userId: person.uuid }, body: { hold: false } });
    expect(await eraseContent(group.uuid, group.name)).toMatchObject({
      status: 200,
      content: null,
    });
    expect((await eraseContent(group.uuid, group.name)).status).toBe(404);
    expect(await tablesWith(app.ctx.db, [said, `"${group.name}"`])).toEqual([]);
    expect(firstOf(await auditEvents(app.elena, {}))).toMatchObject({
      action: 'GROUP_ERASED',
      groupName: group.name,
    });
    const hold = await app.elena.call(holdChat, { params: { chatId: chat }, body });
    expect(hold.status).toBe(404);
  });

  test('of GENERAL never does, nor of an unknown one', async () => {
    const { uuid } = await app.ctx.db.one<{ uuid: string }>(sql`
      select uuid from groups where name = 'GENERAL'`);
    expect((await eraseContent(uuid, 'GENERAL')).status).toBe(403);
    expect((await eraseContent(NOBODY, 'GENERAL')).status).toBe(404);
  });
});

describe('after an interruption', () => {
  test('the next start goes on, and a hold that was set meanwhile stops it until it ends', async () => {
    const { person, words, said } = await gatherPerson();
    await remove(person);
    await app.ctx.db.run(sql`
      insert into erasures (user_id, messages, emails)
      values (${person.user.id}, true, ${[person.email]}::text[])`);
    const params = { userId: person.uuid };
    const body = { hold: true as const, reason: REASON };
    await app.elena.call(holdUser, { params, body });
    await continueErasures(app.ctx, never);
    expect(await tablesWith(app.ctx.db, words)).toContain('users');
    await app.elena.call(holdUser, { params, body: { hold: false } });
    await continueErasures(app.ctx, never);
    expect(await tablesWith(app.ctx.db, [...words, said])).toEqual([]);
    expect(await app.ctx.db.many(sql`select from erasures`)).toEqual([]);
  });

  test('who is there again, as after a restore of an older backup, is erased again, deleted or not', async () => {
    const gone = await gatherPerson();
    const { group } = gone;
    await remove(gone.person);
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    await erase(gone.person, true);
    const list = join(app.ctx.config.dataDir, 'erased.txt');
    // As a crash leaves it.
    await appendFile(list, `user-with-mess${NOBODY}\ngroup ${NOBODY.slice(9)}`);
    const params = { groupId: group.uuid };
    await app.elena.call(eraseGroup, { params, body: { name: group.name } });
    await app.ctx.db.run(sql`
      update users set email = ${gone.person.email}, first_name = 'Zoraidita', deleted_at = null, erased_at = null
      where uuid = ${gone.person.uuid}`);
    await app.ctx.db.run(sql`
      update groups set name = ${group.name}, deleted_at = null, erased_at = null where uuid = ${group.uuid}`);
    await continueErasures(app.ctx, never);
    expect(
      await tablesWith(app.ctx.db, [gone.person.email, 'Zoraidita"', `"${group.name}"`]),
    ).toEqual([]);
    const listed = await readFile(list, 'utf8');
    expect(listed).not.toMatch(/@|Obra|zoraida/);
    expect(listed).toContain(`user-with-messages ${gone.person.uuid}`);
  });
});
