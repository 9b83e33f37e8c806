import { closeSupervision, getChat, listChats, openSupervision } from '@chat/contract/chats';
import { deletedQuote, firstOf } from '@chat/contract/checks';
import { createChatExport, type ExportJob, getChatExport } from '@chat/contract/data-exports';
import { deleteGroup } from '@chat/contract/groups';
import { holdChat, holdUser } from '@chat/contract/holds';
import { deleteMessage, deleteOwnMessage, listMessages } from '@chat/contract/messages';
import { updateUser } from '@chat/contract/users';
import { editMessage, replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
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
import { PASSWORD } from '../../../test/client.ts';
import {
  expectSums,
  exported,
  fetchExport,
  jsonIn,
  ownData,
  pagesIn,
  textIn,
} from '../../../test/exports.ts';
import { fetchFile, sentFile, storedKeys } from '../../../test/files.ts';
import { at } from '../../../test/processes.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const hold = (chatId: string) =>
  app.elena.call(holdChat, {
    params: { chatId },
    body: { hold: true, reason: 'Requerimiento del juzgado' },
  });

/** The chat of a group that is deleted. */
async function chatOfDeleted(name: string): Promise<string> {
  const group = await createGroupOf(app, name, [cast.ana, cast.bruno]);
  const chatId = await groupChatOf(cast.ana, group);
  await sendText(cast.ana, chatId, 'Dicho en el grupo');
  await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
  return chatId;
}

const zipOf = async (chatId: string) =>
  fetchExport(
    app.elena,
    await exported(app.elena, () => app.elena.call(createChatExport, { params: { chatId } })),
  );

const exportedMessages = async (chatId: string): Promise<{ content: string }[]> =>
  jsonIn(await zipOf(chatId), 'mensajes');

const exportedTexts = async (chatId: string) =>
  (await exportedMessages(chatId)).map(({ content }) => content);

test('with a hold a conversation has what is deleted or edited away, too, and somebody has not', async () => {
  const { ana, elena, ventas } = cast;
  const held = await directChatOf(ana, cast.carla, ventas);
  const reason = 'Requerimiento del juzgado';
  await sendText(ana, held, 'Lo primero');
  await elena.call(holdChat, { params: { chatId: held }, body: { hold: true, reason } });
  const edited = firstOf((await sendText(ana, held, 'Escrito antes')).content).uuid;
  await ana.call(editMessage, {
    params: { messageId: edited },
    body: { content: 'Escrito luego' },
  });
  const file = await sentFile(ana, held, { bytes: 'prueba', fileName: 'prueba.txt' });
  await elena.call(deleteMessage, { params: { chatId: held, messageId: file.uuid } });
  const text = firstOf((await sendText(ana, held, 'Borrado luego')).content).uuid;
  await elena.call(deleteMessage, { params: { chatId: held, messageId: text } });
  const zip = await zipOf(held);
  expectSums(zip);
  const messages = jsonIn(zip, 'mensajes');
  expect(messages).toMatchObject([
    { content: 'Lo primero', deletedAt: null, originals: [] },
    { content: 'Escrito luego', originals: [{ content: 'Escrito antes', reason: 'EDITED' }] },
    { deletedAt: expect.any(String), originals: [{ fileName: 'prueba.txt', reason: 'DELETED' }] },
    { deletedAt: expect.any(String), originals: [{ content: 'Borrado luego' }] },
  ]);
  expect(textIn(zip, messages[2].file.path)).toBe('prueba');
  expect(pagesIn(zip)).toContain('Borrado luego');
  const own = await ownData(ana);
  const everything = [...own].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
  for (const gone of ['Escrito antes', 'Borrado luego', 'prueba.txt', reason]) {
    expect(everything.includes(gone)).toBe(false);
  }
  await elena.call(holdChat, { params: { chatId: held }, body: { hold: false } });
  const later = await zipOf(held);
  const contents = jsonIn(later, 'mensajes').map(({ content }: { content: string }) => content);
  expect(contents).toEqual(['Lo primero', 'Escrito luego']);
});

test('a conversation of a deleted group is exported by a supervisor while a hold keeps it', async () => {
  const { elena } = app;
  const chatId = await chatOfDeleted('Grupo que se elimina');
  const asked = { params: { chatId } };
  expect((await elena.call(createChatExport, asked)).status).toBe(404);
  await hold(chatId);
  expect(await exportedTexts(chatId)).toEqual(['Dicho en el grupo']);
  const [entry] = await auditEvents(elena, { action: 'CHAT_EXPORTED' });
  expect(entry).toMatchObject({ chatId, fromSeq: 1, toSeq: 1, actorEmail: elena.email });
  for (const one of [elena, cast.ana]) {
    expect((await one.call(listMessages, asked)).status).toBe(404);
  }
  const sara = await registerPerson(app, 'sara', { role: 'ADMIN' });
  const named = { firstName: 'Sara', lastName: 'Prueba', email: sara.email };
  const body = { ...named, supervisor: false, currentPassword: PASSWORD };
  await elena.call(updateUser, { params: { userId: sara.uuid }, body });
  expect((await sara.call(createChatExport, asked)).status).toBe(404);
  await elena.call(holdChat, { ...asked, body: { hold: false } });
  expect((await elena.call(createChatExport, asked)).status).toBe(404);
});

test('while a person is held, of a conversation of a deleted group goes out what they said there, deleted or not', async () => {
  const { elena } = app;
  const { ana, bruno } = cast;
  const body = { hold: true as const, reason: 'Requerimiento del juzgado' };
  await elena.call(holdUser, { params: { userId: ana.uuid }, body });
  const group = await createGroupOf(app, 'Grupo de una persona conservada', [ana, bruno]);
  const chatId = await groupChatOf(ana, group);
  await sendText(ana, chatId, 'Dicho por Ana');
  const theirs = firstOf((await sendText(bruno, chatId, 'Dicho por Bruno')).content).uuid;
  const answer = { type: 'TEXT' as const, content: 'Respuesta de Ana' };
  await ana.call(replyToMessage, { params: { messageId: theirs }, body: answer });
  const messageId = firstOf((await sendText(ana, chatId, 'Borrado por Ana')).content).uuid;
  expect((await ana.call(deleteOwnMessage, { params: { messageId } })).status).toBe(200);
  await elena.call(deleteGroup, { params: { groupId: group.uuid } });
  const messages = await exportedMessages(chatId);
  expect(messages).toMatchObject([
    { content: 'Dicho por Ana' },
    { content: 'Respuesta de Ana', replyTo: { uuid: null, content: deletedQuote } },
    { deletedAt: expect.any(String), originals: [{ content: 'Borrado por Ana' }] },
  ]);
  await elena.call(holdUser, { params: { userId: ana.uuid }, body: { hold: false } });
  expect((await elena.call(createChatExport, { params: { chatId } })).status).toBe(404);
});

const endHold = (chatId: string) =>
  app.elena.call(holdChat, { params: { chatId }, body: { hold: false } });

const readyOf = (chatId: string) =>
  exported(app.elena, () => app.elena.call(createChatExport, { params: { chatId } }));

/** How the ZIP is answered, by each way to it. */
async function answersFor(chatId: string, { uuid }: ExportJob) {
  const params = { chatId, exportId: uuid };
  const { elena } = app;
  return [
    (await elena.call(getChatExport, { params })).status,
    (await fetchFile(elena, `/api/chats/${chatId}/exports/${uuid}/file`)).status,
    (await fetchFile(elena, `/api/files/exports/${uuid}`)).status,
  ];
}

test('a ZIP that was made under a hold is gone once the hold has ended, and its file soon', async () => {
  const gone = await chatOfDeleted('Grupo con ZIP');
  const there = await directChatOf(cast.bruno, cast.carla, cast.ventas);
  await sendText(cast.bruno, there, 'Hola');
  const before = await readyOf(there);
  for (const chatId of [gone, there]) {
    if (chatId === there) expect(await answersFor(chatId, before)).toEqual([200, 200, 200]);
    await hold(chatId);
    const earlier = await storedKeys(app);
    const job = await readyOf(chatId);
    expect(job.status).toBe('READY');
    expect(await answersFor(chatId, job)).toEqual([200, 200, 200]);
    const added = (await storedKeys(app)).filter((key) => !earlier.includes(key));
    expect(added).toHaveLength(1);
    await endHold(chatId);
    expect(await answersFor(chatId, job)).toEqual([404, 404, 404]);
    // Another ZIP that is ready, or a minute, has it removed.
    await ownData(cast.carla);
    await expect.poll(() => storedKeys(app)).not.toContain(added[0]);
    // Nothing comes back with another hold.
    await hold(chatId);
    expect(await answersFor(chatId, job)).toEqual([404, 404, 404]);
    await endHold(chatId);
  }
  const after = await readyOf(there);
  expect(await answersFor(there, after)).toEqual([200, 200, 200]);
});

test('a ZIP ends with any of the holds under which it was made, and with no other', async () => {
  const chatId = await chatOfDeleted('Grupo de dos que se conservan');
  const holdPerson = (userId: string, isHeld: boolean) => {
    const reason = 'Requerimiento del juzgado';
    const body = isHeld ? { hold: true as const, reason } : { hold: false as const };
    return app.elena.call(holdUser, { params: { userId }, body });
  };
  await holdPerson(cast.ana.uuid, true);
  await holdPerson(cast.bruno.uuid, true);
  await holdPerson(cast.diego.uuid, true);
  const job = await readyOf(chatId);
  await holdPerson(cast.diego.uuid, false);
  expect(await answersFor(chatId, job)).toEqual([200, 200, 200]);
  await holdPerson(cast.bruno.uuid, false);
  expect(await answersFor(chatId, job)).toEqual([404, 404, 404]);
  await holdPerson(cast.ana.uuid, false);
});

test('a reason for a held conversation of a deleted group is refused where its export asks for none', async () => {
  const chatId = await chatOfDeleted('Grupo sin motivo');
  await hold(chatId);
  const body = { reason: 'Requerimiento del juzgado' };
  expect((await app.elena.call(openSupervision, { params: { chatId }, body })).status).toBe(404);
  expect(await auditEvents(app.elena, { action: 'SUPERVISION_OPENED' })).toEqual([]);
});

test('with SUPERVISION=reason a conversation of a deleted group is exported with a reason', async () => {
  const chatId = await chatOfDeleted('Otro que se elimina');
  const unheld = await chatOfDeleted('Grupo que nadie conserva');
  await hold(chatId);
  app = await app.restart(undefined, { supervision: 'reason' });
  const asked = { params: { chatId } };
  expect((await app.elena.call(createChatExport, asked)).status).toBe(403);
  const body = { reason: 'Requerimiento del juzgado' };
  expect((await app.elena.call(openSupervision, { ...asked, body })).status).toBe(201);
  expect(await exportedTexts(chatId)).toEqual(['Dicho en el grupo']);
  // The reason opens the export, and nothing else.
  for (const route of [listMessages, getChat]) {
    expect((await app.elena.call(route, asked)).status).toBe(404);
  }
  const listed = (await app.elena.call(listChats, {})).content.map(({ uuid }) => uuid);
  expect(listed).not.toContain(chatId);
  const live = await app.elena.connect();
  expect((await live.emit('watch', { chatId })).ok).toBe(false);
  live.close();
  expect((await app.elena.call(closeSupervision, asked)).status).toBe(200);
  expect((await app.elena.call(createChatExport, asked)).status).toBe(403);
  expect((await app.elena.call(openSupervision, { params: { chatId: unheld }, body })).status).toBe(
    404,
  );
});

test('a ZIP that is being made when its hold ends has failed, and another one is made', async () => {
  const chatId = await groupChatOf(at(app, cast.ana), cast.ventas);
  const body = { reason: 'Requerimiento del juzgado' };
  await app.elena.call(openSupervision, { params: { chatId }, body });
  await hold(chatId);
  await app.ctx.exporter.close();
  const { uuid } = (await app.elena.call(createChatExport, { params: { chatId } })).content;
  await endHold(chatId);
  app = await app.restart();
  const params = { chatId, exportId: uuid };
  const statusNow = async () => (await app.elena.call(getChatExport, { params })).content.status;
  await expect.poll(statusNow).toBe('FAILED');
  expect((await readyOf(chatId)).status).toBe('READY');
});
