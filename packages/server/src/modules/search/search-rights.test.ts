import { firstOf } from '@chat/contract/checks';
import { deleteMessage } from '@chat/contract/messages';
import { blockUser, deleteUser, unblockUser, updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  registerManager,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { search, textsFound } from '../../../test/search.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

let groups = 0;
/** A new group with a word that occurs nowhere else. */
async function startGroup(...people: Client[]) {
  const n = ++groups;
  const group = await createGroupOf(app, `Grupo ${n}`, people);
  const chat = await groupChatOf(firstOf(people), group);
  const word = `secreto${n}`;
  const sent = await sendText(firstOf(people), chat, `Algo de ${word}`);
  return { group, chat, word, text: `Algo de ${word}`, messageId: firstOf(sent.content).uuid };
}
const remove = (groupUuid: string, person: Client) =>
  cast.elena.request('DELETE', `/groups/${groupUuid}/users/${person.uuid}`);
const add = (groupUuid: string, person: Client) =>
  cast.elena.request('POST', `/groups/${groupUuid}/users`, { userIds: [person.uuid] });
const find = (reader: Client, q: string) => textsFound(app, reader, q);

test('members find it; others, managers of the group and administrators do not', async () => {
  const { word, text, group } = await startGroup(cast.ana, cast.bruno);
  const marta = await registerManager(app, 'marta', group);
  expect(await find(cast.ana, word)).toEqual([text]);
  expect(await find(cast.bruno, word)).toEqual([text]);
  for (const outsider of [cast.diego, marta, cast.elena]) {
    expect(await find(outsider, word)).toEqual([]);
    expect(await find(outsider, `-nada ${word.slice(0, 6)}`)).toEqual([]);
  }
});

test('a group that one left is searched no more, and again when one is back', async () => {
  const { word, text, group } = await startGroup(cast.ana, cast.bruno);
  await remove(group.uuid, cast.bruno);
  expect(await find(cast.bruno, word)).toEqual([]);
  await add(group.uuid, cast.bruno);
  expect(await find(cast.bruno, word)).toEqual([text]);
});

test('who joins finds what was said before', async () => {
  const { word, text, group } = await startGroup(cast.ana);
  await add(group.uuid, cast.carla);
  expect(await find(cast.carla, word)).toEqual([text]);
});

test('a direct chat whose other side left is found by who stays, not by who left', async () => {
  const { group } = await startGroup(cast.ana, cast.bruno);
  const chat = await directChatOf(cast.ana, cast.bruno, group);
  await sendText(cast.bruno, chat, 'Las llaves del trastero');
  await remove(group.uuid, cast.bruno);
  expect(await find(cast.ana, 'trastero')).toEqual(['Las llaves del trastero']);
  expect(await find(cast.bruno, 'trastero')).toEqual([]);
});

test('a deleted group is found by nobody', async () => {
  const { word, group } = await startGroup(cast.ana, cast.bruno);
  const chat = await directChatOf(cast.ana, cast.bruno, group);
  await sendText(cast.ana, chat, `Aparte, ${word}`);
  expect(await find(cast.ana, word)).toHaveLength(2);
  await cast.elena.request('DELETE', `/groups/${group.uuid}`);
  for (const reader of [cast.ana, cast.bruno]) expect(await find(reader, word)).toEqual([]);
});

test('a deleted message is found by nobody from that moment on', async () => {
  const { word, chat, messageId } = await startGroup(cast.ana, cast.bruno);
  expect(await find(cast.bruno, word)).toHaveLength(1);
  await cast.elena.call(deleteMessage, { params: { chatId: chat, messageId } });
  expect((await search(cast.bruno, word)).content).toEqual([]);
});

test('what a message quotes is not part of it', async () => {
  const { word, messageId, text } = await startGroup(cast.ana, cast.bruno);
  await cast.bruno.request('POST', `/chats/messages/${messageId}/reply`, { content: 'Entendido' });
  expect(await find(cast.ana, word)).toEqual([text]);
});

test('what blocked and deleted people wrote stays found, under their e-mail of now', async () => {
  const olga = await registerPerson(app, 'olga');
  const { chat, group } = await startGroup(cast.ana, olga);
  await sendText(olga, chat, 'El código del garaje');
  const params = { userId: olga.uuid };
  await cast.elena.call(blockUser, { params });
  expect(await find(cast.ana, 'garaje de:olga')).toEqual(['El código del garaje']);
  expect((await search(olga, 'garaje')).status).toBe(401);
  await cast.elena.call(unblockUser, { params });
  const body = { firstName: 'Olga', lastName: 'Sol', email: 'osol@empresa.local' };
  await cast.elena.call(updateUser, { params, body });
  const [one] = (await search(cast.ana, 'garaje de:osol')).content;
  expect(one?.message.senderEmail).toBe('osol@empresa.local');
  await cast.elena.call(deleteUser, { params });
  expect(await find(cast.ana, `garaje en:"${group.name}"`)).toEqual(['El código del garaje']);
});

describe('between finding and showing', () => {
  const READ = 'row_to_json(message)';

  test('who is removed is shown nothing', async () => {
    const { word, group } = await startGroup(cast.ana, cast.bruno);
    expect(await find(cast.bruno, word)).toHaveLength(1);
    beforeStatement(app.ctx.db, READ, () => remove(group.uuid, cast.bruno));
    expect((await search(cast.bruno, word)).content).toEqual([]);
  });

  test('what is deleted is not shown', async () => {
    const { word, chat, messageId } = await startGroup(cast.ana, cast.bruno);
    expect(await find(cast.bruno, word)).toHaveLength(1);
    beforeStatement(app.ctx.db, READ, () =>
      cast.elena.call(deleteMessage, { params: { chatId: chat, messageId } }),
    );
    expect((await search(cast.bruno, word)).content).toEqual([]);
  });

  test('what a message says now decides, not what the index knows', async () => {
    const { word, messageId } = await startGroup(cast.ana, cast.bruno);
    expect(await find(cast.bruno, word)).toHaveLength(1);
    await app.ctx.db.run(sql`update messages set content = 'Otra cosa' where uuid = ${messageId}`);
    expect((await search(cast.bruno, word)).content).toEqual([]);
  });
});
