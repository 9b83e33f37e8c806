import { getChat, listChatParticipants, listChats } from '@chat/contract/chats';
import { deleteGroup } from '@chat/contract/groups';
import {
  deleteMessage,
  getInformation,
  listMessages,
  listOriginals,
  type Message,
} from '@chat/contract/messages';
import { getCurrentUser, updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEventsOfChat } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { edit } from '../../../../test/edits.ts';
import { fetchFile, picture, sentFile } from '../../../../test/files.ts';
import { searchAll } from '../../../../test/search.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import { fileKeyOf } from '../../auth/sessions.ts';

const OFF = 'La supervisión de conversaciones está desactivada';
const REASON = 'Indica un motivo para abrir esta conversación';

interface Environment {
  app: TestApp;
  cast: Cast;
  /** The administrator who tries to read. */
  reader: Client;
  /** Ana and Bruno's. */
  direct: string;
  message: Message;
}

async function furnish(app: TestApp, reader: Client): Promise<Environment> {
  const cast = await gatherCast(app);
  const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(cast.ana, cast.ventasChat, 'Secreto del grupo');
  const image = { type: 'IMAGE', fileName: 'secreto.png', bytes: await picture() } as const;
  const message = await sentFile(cast.ana, direct, { ...image, content: 'Secreto' });
  await edit(cast.ana, message.uuid, 'Secreto nuevo');
  return { app, cast, reader, direct, message };
}

/** Tries all that reads in a chat that the administrator is no member of: the status and the text, by a name. */
async function tryReads({
  reader,
  direct,
  message,
}: Environment): Promise<Record<string, unknown>> {
  const chat = { params: { chatId: direct } };
  const one = { params: { messageId: message.uuid } };
  const live = await reader.connect();
  const watched = await live.emit('watch', { chatId: direct });
  live.close();
  const file = await fetchFile(reader, message.mediaUrl);
  const files = await Promise.all(
    [message.mediaUrl, `${message.mediaUrl}?size=thumb`].flatMap((url) =>
      waysToAsk(reader).map(async (ask) => (await ask(url)).status),
    ),
  );
  const thumbnail = await fetchFile(reader, `${message.mediaUrl}?size=thumb`);
  const replies = {
    messages: await reader.call(listMessages, chat),
    older: await reader.call(listMessages, { ...chat, query: { before: message.uuid } }),
    file: { status: file.status, ...JSON.parse(String(file.bytes)) },
    thumbnail: { status: thumbnail.status, ...JSON.parse(String(thumbnail.bytes)) },
    information: await reader.call(getInformation, one),
    originals: await reader.call(listOriginals, one),
    watch: { status: watched.ok ? 200 : 403, message: watched.ok ? '' : watched.message },
  };
  const refusals = Object.entries(replies).map(([name, reply]) => [
    name,
    [reply.status, reply.message],
  ]);
  return { ...Object.fromEntries(refusals), files: [...new Set(files)] };
}

/** The other ways to ask for a file: its headers, a part of it, whether it has changed, by the cookie. */
const waysToAsk = (reader: Client): ((url: string | null) => Promise<{ status: number }>)[] => [
  (url) => fetchFile(reader, url, {}, 'HEAD'),
  (url) => fetchFile(reader, url, { range: 'bytes=0-9' }),
  (url) => fetchFile(reader, url, { 'if-none-match': '*' }),
  (url) =>
    fetchFile({ url: reader.url, token: undefined }, url, {
      cookie: `chat_files=${fileKeyOf(String(reader.token))}`,
    }),
];

const everywhere = (text: string) => ({
  messages: [403, text],
  older: [403, text],
  file: [403, text],
  thumbnail: [403, text],
  information: [403, text],
  originals: [403, text],
  watch: [403, text],
  files: [403],
});

const closedEnvironments: Record<string, () => Promise<Environment>> = {
  'with SUPERVISION=off': async () => {
    const app = await startApp({ supervision: 'off' });
    return furnish(app, app.elena);
  },
  'for who is no supervisor': async () => {
    const app = await startApp();
    const fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
    const person = { firstName: 'Fina', lastName: 'Prueba', email: fina.email };
    await app.elena.call(updateUser, {
      params: { userId: fina.uuid },
      body: { ...person, supervisor: false, currentPassword: PASSWORD },
    });
    return furnish(app, fina);
  },
};

describe.each(Object.entries(closedEnvironments))('%s', (_, open) => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await open();
  });
  afterAll(() => environment.app.close());

  test('the own account says so', async () => {
    const { app, reader } = environment;
    const { content } = await reader.call(getCurrentUser, {});
    const isOff = app.ctx.config.supervision === 'off';
    expect(content).toMatchObject({ supervision: isOff ? 'off' : 'on', supervisor: isOff });
  });

  test('nothing of others is read, and no line says that it was', async () => {
    const before = (await auditEventsOfChat(environment.cast.elena, environment.direct)).length;
    expect(await tryReads(environment)).toEqual(everywhere(OFF));
    expect(await auditEventsOfChat(environment.cast.elena, environment.direct)).toHaveLength(
      before,
    );
  });

  test('lists, searches and the chat itself are closed', async () => {
    const { reader, direct } = environment;
    const chat = { params: { chatId: direct } };
    const replies = [
      await reader.call(listChats, {}),
      await reader.call(listChats, { query: { search: 'ana' } }),
      await reader.call(getChat, chat),
      await reader.call(listChatParticipants, chat),
      await searchAll(reader, 'secreto'),
      await searchAll(reader, { q: 'secreto', before: NOBODY }),
    ];
    expect(replies.map(({ status, message }) => [status, message])).toEqual(
      replies.map(() => [403, OFF]),
    );
  });

  test('an unknown chat and a personal one are not there', async () => {
    const { cast, reader } = environment;
    const { content } = await cast.ana.request<{ uuid: string }>('POST', '/chats/me');
    for (const chatId of [NOBODY, content.uuid]) {
      expect((await reader.call(listMessages, { params: { chatId } })).status).toBe(404);
    }
  });

  test('a message is deleted all the same, and nothing of it is shown', async () => {
    const { cast, reader } = environment;
    const [sent] = (await sendText(cast.ana, cast.ventasChat, 'Insulto')).content;
    const params = { chatId: cast.ventasChat, messageId: sent?.uuid ?? '' };
    expect(await reader.call(deleteMessage, { params })).toMatchObject({
      status: 200,
      content: null,
    });
  });

  test('a group is deleted all the same, and nothing of it is shown', async () => {
    const { app, cast, reader } = environment;
    const group = await createGroupOf(app, 'Efímero', [cast.ana]);
    await sendText(cast.ana, await groupChatOf(cast.ana, group), 'Insulto');
    const live = await reader.connect();
    const params = { groupId: group.uuid };
    expect(await reader.call(deleteGroup, { params })).toMatchObject({
      status: 200,
      content: null,
    });
    await live.waitFor('group:changed', ({ groupId }) => groupId === group.uuid);
    expect(JSON.stringify(live.received)).not.toContain('Insulto');
    live.close();
  });

  test('members read as ever', async () => {
    const { cast, direct } = environment;
    const { content } = await cast.bruno.call(listMessages, { params: { chatId: direct } });
    expect(content.map(({ content }) => content)).toEqual(['Secreto nuevo']);
  });
});

describe('with SUPERVISION=reason, and none given', () => {
  let environment: Environment;
  beforeAll(async () => {
    const app = await startApp({ supervision: 'reason' });
    environment = await furnish(app, app.elena);
  });
  afterAll(() => environment.app.close());

  test('nothing of others is read', async () => {
    expect(await tryReads(environment)).toEqual(everywhere(REASON));
  });

  test('chats are listed with the last message, but not with what it says', async () => {
    const { reader, direct, message } = environment;
    const unread = { uuid: message.uuid, type: 'IMAGE', content: '', fileName: null };
    const { content } = await reader.call(listChats, {});
    expect(content.map(({ lastMessage }) => lastMessage?.content)).toEqual(['', '']);
    expect(content.find(({ uuid }) => uuid === direct)?.lastMessage).toMatchObject(unread);
    const one = await reader.call(getChat, { params: { chatId: direct } });
    expect(one.content.lastMessage).toMatchObject(unread);
    expect(await auditEventsOfChat(reader, direct)).toEqual([]);
  });
});

describe('an administrator who is a member', () => {
  test('reads the own chats whatever the setting, and looks into nothing that others wrote', async () => {
    const app = await startApp({ supervision: 'off' });
    const { cast, reader } = await furnish(app, app.elena);
    const obra = await createGroupOf(app, 'Obra', [reader, cast.ana]);
    const chatId = await directChatOf(reader, cast.ana, obra);
    const message = await sentFile(cast.ana, chatId, { bytes: 'x', content: 'Para ti' });
    const own = await sentFile(reader, chatId, { bytes: 'x', content: 'Para Ana' });
    const { content } = await reader.call(listMessages, { params: { chatId } });
    expect(content.map(({ content }) => content)).toEqual(['Para ti', 'Para Ana']);
    expect((await fetchFile(reader, message.mediaUrl)).status).toBe(200);
    for (const route of [getInformation, listOriginals]) {
      const others = await reader.call(route, { params: { messageId: message.uuid } });
      expect([others.status, others.message]).toEqual([403, OFF]);
      const mine = await reader.call(route, { params: { messageId: own.uuid } });
      expect(mine.status).toBe(200);
    }
    await app.close();
  });
});
