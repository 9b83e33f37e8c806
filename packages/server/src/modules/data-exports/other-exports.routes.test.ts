import { getPersonalChat, openSupervision } from '@chat/contract/chats';
import { firstOf } from '@chat/contract/checks';
import {
  createChatExport,
  createUserExport,
  downloadExport,
  getChatExport,
  getOwnExport,
  getUserExport,
  listChatExports,
  listUserExports,
} from '@chat/contract/data-exports';
import { deleteMessage, reactToMessage } from '@chat/contract/messages';
import { setOwnNotifications } from '@chat/contract/notifications';
import { deleteUser, updateUser } from '@chat/contract/users';
import { editMessage, replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import {
  expectSums,
  exported,
  fetchExport,
  jsonIn,
  pagesIn,
  textIn,
} from '../../../test/exports.ts';
import { fetchFile, picture, sentFile } from '../../../test/files.ts';
import { schedule } from '../../../test/scheduled.ts';
import { expectUnknownIds } from '../../../test/wrong-values.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
let olga: Client;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const { ana, bruno, ventas, ventasChat } = cast;
  olga = await registerPerson(app, 'olga', { role: 'ADMIN' });
  direct = await directChatOf(ana, bruno, ventas);
  const uuidOf = async (reply: ReturnType<typeof sendText>) => firstOf((await reply).content).uuid;
  const quoted = await uuidOf(sendText(bruno, ventasChat, 'Dicho por <b>Bruno</b>'));
  const body = { type: 'TEXT' as const, content: 'Dicho por Ana', referenceId: 'r' };
  await ana.call(replyToMessage, { params: { messageId: quoted }, body });
  await ana.call(reactToMessage, { params: { messageId: quoted }, body: { emoji: '👍' } });
  const edited = await uuidOf(sendText(bruno, ventasChat, 'Antes de editar'));
  await bruno.call(editMessage, { params: { messageId: edited }, body: { content: 'Editado' } });
  const deleted = await uuidOf(sendText(bruno, ventasChat, 'Ya borrado'));
  await app.elena.call(deleteMessage, { params: { chatId: ventasChat, messageId: deleted } });
  for (const fileName of ['../informe.pdf', 'informe.pdf', 'LPT1']) {
    await sentFile(ana, ventasChat, { bytes: `de ${fileName}`, fileName });
  }
  await sentFile(bruno, ventasChat, {
    type: 'IMAGE',
    bytes: await picture(),
    fileName: 'foto.png',
  });
  await sendText(ana, direct, 'En privado con Bruno');
  await sendText(ana, (await ana.call(getPersonalChat, {})).content.uuid, 'Nota para mí');
  await schedule(ana, ventasChat, 'Para luego');
  await ana.call(setOwnNotifications, { body: { outsideHours: true } });
});
afterAll(() => app.close());

const ofPerson = (by: Client, person: { uuid: string }) =>
  exported(by, () => by.call(createUserExport, { params: { userId: person.uuid } }));
const ofChat = (by: Client, chatId: string) =>
  exported(by, () => by.call(createChatExport, { params: { chatId } }));

describe("an administrator's ZIP of somebody", () => {
  test('has no personal chat, nothing scheduled and no choices, and all else', async () => {
    const { ana, elena } = cast;
    const zip = await fetchExport(elena, await ofPerson(elena, ana));
    expectSums(zip);
    const contents = jsonIn(zip, 'mensajes').map(({ content }: { content: string }) => content);
    expect(contents).toEqual(['Dicho por Ana', '', '', '', 'En privado con Bruno']);
    const types = jsonIn(zip, 'conversaciones').map((one: { chatType: string }) => one.chatType);
    expect(types).toEqual(expect.arrayContaining(['GROUP', 'DIRECT']));
    expect(types).not.toContain('PERSONAL');
    const everything = [...zip].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
    for (const text of [
      'Nota para mí',
      'Para luego',
      'OUTSIDE_HOURS',
      'Dicho por &lt;b&gt;Bruno',
    ]) {
      expect(everything.includes(text)).toBe(false);
    }
    expect(jsonIn(zip, 'perfil')).toMatchObject([{ email: ana.email }]);
    expect(jsonIn(zip, 'auditoria').length).toBeGreaterThan(0);
    expect(everything.includes(elena.email)).toBe(false);
  });

  test('is made of a deleted person too', async () => {
    const gone = await registerPerson(app, 'gabriel');
    await sendText(gone, (await gone.call(getPersonalChat, {})).content.uuid, 'Nota suya');
    await cast.elena.call(deleteUser, { params: { userId: gone.uuid } });
    const zip = await fetchExport(cast.elena, await ofPerson(cast.elena, gone));
    expect(jsonIn(zip, 'perfil')).toMatchObject([
      { email: gone.email, deletedAt: expect.any(String) },
    ]);
    expect(jsonIn(zip, 'mensajes')).toEqual([]);
  });

  test('is for the administrator who asked for it alone, the person and others see nothing of it', async () => {
    const { ana, carla, elena } = cast;
    const job = await ofPerson(elena, ana);
    const params = { userId: ana.uuid, exportId: job.uuid };
    expect((await elena.call(getUserExport, { params })).content.status).toBe('READY');
    expect((await elena.call(listUserExports, { params })).content).toHaveLength(1);
    expect((await olga.call(getUserExport, { params })).status).toBe(404);
    expect((await olga.call(listUserExports, { params })).content).toEqual([]);
    expect(
      (await elena.call(getUserExport, { params: { ...params, userId: carla.uuid } })).status,
    ).toBe(404);
    expect((await elena.call(getOwnExport, { params })).status).toBe(404);
    for (const person of [ana, olga]) {
      expect((await person.call(downloadExport, { params })).status).toBe(404);
    }
    await expectUnknownIds(elena, [[createUserExport], [listUserExports]]);
  });

  test('stands in the audit with the person, as does the fetch', async () => {
    const { carla, elena } = cast;
    const job = await ofPerson(elena, carla);
    await fetchExport(elena, job);
    for (const action of ['DATA_EXPORTED', 'EXPORT_FETCHED'] as const) {
      const entries = await auditEvents(elena, { action, userId: carla.uuid });
      expect(entries).toMatchObject([{ actorEmail: elena.email, targetEmail: carla.email }]);
    }
  });

  test('is closed to an administrator who is none any more', async () => {
    const former = await registerPerson(app, 'fermin', { role: 'ADMIN' });
    const job = await ofPerson(former, cast.ana);
    const { db, sessions } = app.ctx;
    const { id } = await db.one<{ id: number }>(
      sql`update users set is_admin = false where uuid = ${former.uuid} returning id`,
    );
    sessions.refresh([id]);
    const params = { exportId: job.uuid };
    expect((await former.call(downloadExport, { params })).status).toBe(403);
  });
});

describe("a conversation's ZIP", () => {
  test('has members, messages, quotes, reactions and files, with the sums of all of them', async () => {
    const { ana, bruno, elena, ventasChat } = cast;
    const zip = await fetchExport(elena, await ofChat(elena, ventasChat));
    expectSums(zip);
    const messages = jsonIn(zip, 'mensajes');
    expect(messages).toMatchObject([
      { content: 'Dicho por <b>Bruno</b>', senderEmail: bruno.email, reactions: [{ emoji: '👍' }] },
      { content: 'Dicho por Ana', replyTo: { content: 'Dicho por <b>Bruno</b>' } },
      { content: 'Editado', editedAt: expect.any(String) },
      ...['informe.pdf', 'informe.pdf', 'LPT1', 'foto.png'].map((name) => ({ file: { name } })),
    ]);
    expect(textIn(zip, messages[3].file.path)).toBe('de ../informe.pdf');
    expect(textIn(zip, messages[4].file.path)).toBe('de informe.pdf');
    const emails = jsonIn(zip, 'miembros').map(({ email }: { email: string }) => email);
    expect(emails).toEqual(expect.arrayContaining([ana.email, bruno.email]));
    const everything = [...zip].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
    for (const text of ['Ya borrado', 'Antes de editar', 'Para luego']) {
      expect(everything.includes(text)).toBe(false);
    }
    const pages = pagesIn(zip);
    expect(pages.includes('Dicho por &lt;b&gt;Bruno&lt;/b&gt;')).toBe(true);
    expect(pages.match(/<(?:script|iframe|object|embed|link|base|form|b)\b/gi)).toBeNull();
  });

  test('is made of direct chats, and of no personal chat', async () => {
    const { ana, elena } = cast;
    const zip = await fetchExport(elena, await ofChat(elena, direct));
    expect(jsonIn(zip, 'mensajes')).toMatchObject([{ content: 'En privado con Bruno' }]);
    const chatId = (await ana.call(getPersonalChat, {})).content.uuid;
    for (const route of [createChatExport, listChatExports]) {
      expect((await elena.call(route, { params: { chatId } })).status).toBe(404);
    }
    await expectUnknownIds(elena, [[createChatExport], [listChatExports]]);
  });

  test('is seen by the administrator who asked for it alone', async () => {
    const { elena, ventasChat } = cast;
    const job = await ofChat(elena, ventasChat);
    const params = { chatId: ventasChat, exportId: job.uuid };
    expect((await elena.call(getChatExport, { params })).content.status).toBe('READY');
    expect(
      (await elena.call(getChatExport, { params: { ...params, chatId: direct } })).status,
    ).toBe(404);
    expect((await olga.call(getChatExport, { params })).status).toBe(404);
    expect((await olga.call(listChatExports, { params })).content).toEqual([]);
    const { headers } = await fetchFile(elena, `/api/chats/${ventasChat}/exports/${job.uuid}/file`);
    expect(headers.get('content-disposition')).toContain(
      "filename*=UTF-8''conversaci%C3%B3n-Ventas.zip",
    );
  });

  test('stands in the audit with the range of its messages', async () => {
    const { elena } = cast;
    await fetchExport(elena, await ofChat(elena, direct));
    const [asked] = await auditEvents(elena, { action: 'CHAT_EXPORTED' });
    expect(asked).toMatchObject({ chatId: direct, fromSeq: 1, toSeq: 1 });
    const [fetched] = await auditEvents(elena, { action: 'EXPORT_FETCHED' });
    expect(fetched).toMatchObject({ chatId: direct, actorEmail: elena.email });
  });
});

describe('an administrator who is no supervisor', () => {
  const supervise = (person: Client, supervisor: boolean) =>
    app.elena.call(updateUser, {
      params: { userId: person.uuid },
      body: {
        firstName: 'Sonia',
        lastName: 'Prueba',
        email: person.email,
        supervisor,
        currentPassword: PASSWORD,
      },
    });
  const OFF = 'La supervisión de conversaciones está desactivada';

  test('exports no conversation, fetches none, and has nothing that somebody wrote', async () => {
    const { ana, ventasChat } = cast;
    const sonia = await registerPerson(app, 'sonia', { role: 'ADMIN' });
    const [chatJob, personJob] = [await ofChat(sonia, ventasChat), await ofPerson(sonia, ana)];
    await supervise(sonia, false);
    const params = { chatId: ventasChat, exportId: chatJob.uuid };
    for (const route of [createChatExport, listChatExports, getChatExport, downloadExport]) {
      const reply = await sonia.call(route, { params });
      expect([route.name, reply.status, reply.message]).toEqual([route.name, 403, OFF]);
    }
    const earlier = { exportId: personJob.uuid };
    expect((await sonia.call(downloadExport, { params: earlier })).status).toBe(403);
    const zip = await fetchExport(sonia, await ofPerson(sonia, ana));
    expect(jsonIn(zip, 'mensajes')).toEqual([]);
    expect(jsonIn(zip, 'reacciones')).toEqual([]);
    expect(jsonIn(zip, 'perfil')).toMatchObject([{ email: ana.email }]);
    await supervise(sonia, true);
    expect((await fetchFile(sonia, `/api/files/exports/${chatJob.uuid}`)).status).toBe(200);
  });

  test('exports nothing of a chat in which they take part, either', async () => {
    const sonia = await registerPerson(app, 'susana', { role: 'ADMIN' });
    const { uuid: groupId } = cast.ventas;
    await app.elena.request('POST', `/groups/${groupId}/users`, { userIds: [sonia.uuid] });
    await supervise(sonia, false);
    const reply = await sonia.call(createChatExport, { params: { chatId: cast.ventasChat } });
    expect([reply.status, reply.message]).toEqual([403, OFF]);
  });
});

describe('with a reason', () => {
  const REASON = 'Revisión de un pedido perdido';

  test('a conversation is exported while it is in force, and fetched afterwards; a person has that chat alone', async () => {
    const { ana, ventasChat } = cast;
    app = await app.restart(undefined, { supervision: 'reason' });
    const elena = app.elena;
    const open = { params: { chatId: ventasChat } };
    const refused = await elena.call(createChatExport, open);
    expect([refused.status, refused.message]).toEqual([
      403,
      'Indica un motivo para abrir esta conversación',
    ]);
    expect(jsonIn(await fetchExport(elena, await ofPerson(elena, ana)), 'mensajes')).toEqual([]);
    await elena.call(openSupervision, { ...open, body: { reason: REASON } });
    const job = await ofChat(elena, ventasChat);
    const zip = await fetchExport(elena, await ofPerson(elena, ana));
    const contents = jsonIn(zip, 'mensajes').map(({ content }: { content: string }) => content);
    expect(contents).toEqual(['Dicho por Ana', '', '', '']);
    await app.ctx.db.run(sql`update supervisions set expires_at = now()`);
    expect((await elena.call(createChatExport, open)).status).toBe(403);
    expect((await elena.call(listChatExports, open)).status).toBe(403);
    expect(jsonIn(await fetchExport(elena, job), 'mensajes')).toHaveLength(7);
  });
});
