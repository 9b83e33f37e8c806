import { getChat, listChats, listGroupChats, openSupervision } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups';
import {
  deleteMessage,
  getInformation,
  listMessages,
  listOriginals,
  type Message,
  reactToMessage,
  removeReaction,
} from '@chat/contract/messages';
import { updateUser } from '@chat/contract/users';
import { replyToMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEventsOfChat } from '../../../../test/audit-events.ts';
import { holdAnswers } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson, sendText } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { edit } from '../../../../test/edits.ts';
import { fetchFile, picture, sentFile } from '../../../../test/files.ts';
import { at } from '../../../../test/processes.ts';
import { found, search, searchAll } from '../../../../test/search.ts';
import { untilIndexed } from '../../../../test/search-index.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

const EARLIER = 'Palabra secreta';
const GONE = 'Mensaje no disponible';

interface Environment {
  app: TestApp;
  cast: Cast;
  /** The administrator who has joined. */
  fina: Client;
  /** Said before. */
  text: string;
  file: Message;
  /** Said afterwards: an answer to what was said before, and one to what was not. */
  answer: string;
  later: string;
  laterAnswer: string;
}

const idOf = async (reply: ReturnType<typeof sendText>): Promise<string> =>
  required((await reply).content[0]?.uuid, 'sent message');

const reply = (who: Client, messageId: string, content: string) =>
  who.call(replyToMessage, { params: { messageId }, body: { type: 'TEXT', content } });

const join = (by: Client, { ventas }: Cast, who: Client) =>
  by.call(addGroupParticipants, {
    params: { groupId: ventas.uuid },
    body: { userIds: [who.uuid] },
  });

const leave = (by: Client, { ventas }: Cast, who: Client) =>
  by.call(removeGroupParticipant, { params: { groupId: ventas.uuid, userId: who.uuid } });

const setSupervisor = (by: Client, { uuid: userId, email }: Client, supervisor: boolean) =>
  by.call(updateUser, {
    params: { userId },
    body: {
      firstName: 'Fina',
      lastName: 'Prueba',
      email,
      supervisor,
      currentPassword: PASSWORD,
    },
  });

async function furnish(supervision: 'on' | 'reason' | 'off', supervises = true) {
  const app = await startApp({ supervision });
  const cast = await gatherCast(app);
  const { ana, bruno, elena, ventasChat } = cast;
  const fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
  if (!supervises) await setSupervisor(elena, fina, false);
  const text = await idOf(sendText(ana, ventasChat, EARLIER));
  const image = { type: 'IMAGE', fileName: 'secreta.png', bytes: await picture() } as const;
  const file = await sentFile(ana, ventasChat, { ...image, content: 'Foto secreta' });
  await join(elena, cast, fina);
  const answer = await idOf(reply(bruno, text, 'Respuesta'));
  const later = await idOf(sendText(bruno, ventasChat, 'De ahora'));
  const laterAnswer = await idOf(reply(ana, later, 'Claro'));
  return { app, cast, fina, text, file, answer, later, laterAnswer };
}

const page = (
  { cast, fina }: Pick<Environment, 'cast' | 'fina'>,
  query: Record<string, string> = {},
) => fina.call(listMessages, { params: { chatId: cast.ventasChat }, query });

const contentsOf = (messages: Message[]) => messages.map(({ content }) => content);

const listed = async ({ cast, fina }: Pick<Environment, 'cast' | 'fina'>) =>
  (await fina.call(listGroupChats, { params: { groupId: cast.ventas.uuid } })).content[0];

const closed: [string, () => Promise<Environment>][] = [
  ['with SUPERVISION=off', () => furnish('off')],
  ['with SUPERVISION=reason and none given', () => furnish('reason')],
  ['for who is no supervisor', () => furnish('on', false)],
];

describe.each(closed)('an administrator who has joined a group, %s', (_, open) => {
  let the: Environment;
  beforeAll(async () => {
    the = await open();
  });
  afterAll(() => the.app.close());

  test('reads pages from then on only, whatever their anchor, and counts no others', async () => {
    const whole = await page(the);
    expect(contentsOf(whole.content)).toEqual(['Respuesta', 'De ahora', 'Claro']);
    expect(whole.pagination?.totalElements).toBe(3);
    const { later, answer } = the;
    for (const [anchor, value] of [
      ['around', later],
      ['aroundSeq', '1'],
      ['aroundSeq', '3'],
    ]) {
      expect(contentsOf((await page(the, { [`${anchor}`]: `${value}` })).content)).toEqual(
        contentsOf(whole.content),
      );
    }
    expect((await page(the, { before: answer })).content).toEqual([]);
    expect(contentsOf((await page(the, { after: answer })).content)).toEqual(['De ahora', 'Claro']);
    expect((await page(the, { page: '2' })).content).toEqual([]);
  });

  test('has no anchor among earlier messages', async () => {
    for (const uuid of [the.text, the.file.uuid, NOBODY]) {
      for (const anchor of ['before', 'after', 'around']) {
        expect((await page(the, { [anchor]: uuid })).status).toBe(404);
      }
    }
  });

  test('is not shown what later messages quote of earlier ones', async () => {
    const [answer, , laterAnswer] = (await page(the)).content;
    expect(answer).toMatchObject({
      replyToMessageContent: GONE,
      replyToMessageUuid: null,
      replyToMessageSenderId: null,
      replyToMessageSenderEmail: null,
      replyToMessageMediaUrl: null,
    });
    expect(laterAnswer).toMatchObject({
      replyToMessageContent: 'De ahora',
      replyToMessageUuid: the.later,
    });
  });

  test('reads no earlier file, nor its thumbnail', async () => {
    for (const url of [the.file.mediaUrl, `${the.file.mediaUrl}?size=thumb`]) {
      expect((await fetchFile(the.fina, url)).status).toBe(404);
      expect((await fetchFile(the.cast.bruno, url)).status).toBe(200);
    }
  });

  test('finds nothing that was said before', async () => {
    const { app, fina, cast } = the;
    expect(await found(app, cast.bruno, 'secreta')).toHaveLength(2);
    expect((await search(fina, 'secreta')).content).toEqual([]);
    const [hit] = (await search(fina, 'respuesta')).content;
    expect(hit?.message).toMatchObject({
      content: 'Respuesta',
      replyToMessageContent: GONE,
    });
  });

  test('neither forwards, answers nor reacts to an earlier message', async () => {
    const { fina, text, cast } = the;
    const { content: personal } = await fina.request<{ uuid: string }>('POST', '/chats/me');
    const forward = { forwardedFrom: text, referenceId: 'copia-1' };
    const params = { chatId: personal.uuid };
    const body = { type: 'TEXT' as const, content: '', ...forward };
    expect((await fina.call(sendMessage, { params, body })).status).toBe(404);
    expect((await reply(fina, text, 'Yo también')).status).toBe(404);
    const reaction = { params: { messageId: text }, body: { emoji: '👍' } };
    expect((await fina.call(reactToMessage, reaction)).status).toBe(404);
    expect((await fina.call(removeReaction, { params: { messageId: text } })).status).toBe(404);
    expect((await cast.bruno.call(reactToMessage, reaction)).status).toBe(200);
  });

  test('leaves no line in the audit, since nothing of others was read', async () => {
    const events = await auditEventsOfChat(the.cast.elena, the.cast.ventasChat);
    expect(events.filter(({ actorId }) => actorId === the.fina.uuid)).toEqual([]);
  });
});

describe('the last message', () => {
  let the: Pick<Environment, 'app' | 'cast' | 'fina'>;
  beforeAll(async () => {
    const app = await startApp({ supervision: 'reason' });
    const cast = await gatherCast(app);
    const fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
    await sendText(cast.ana, cast.ventasChat, EARLIER);
    await join(cast.elena, cast, fina);
    the = { app, cast, fina };
  });
  afterAll(() => the.app.close());

  test('of before is in no list, and what follows it is', async () => {
    const { cast, fina } = the;
    const ofChat = async () => [
      (await listed(the))?.lastMessage,
      (await fina.call(getChat, { params: { chatId: cast.ventasChat } })).content.lastMessage,
      (await fina.call(listChats, {})).content[0]?.lastMessage,
    ];
    expect(await ofChat()).toEqual([null, null, null]);
    expect((await listed(the))?.unreadCount).toBe(0);
    expect(await ofChat()).toEqual([null, null, null]);
    await sendText(cast.bruno, cast.ventasChat, 'De ahora');
    const now = { content: 'De ahora' };
    expect(await ofChat()).toMatchObject([now, now, now]);
    expect((await listed(the))?.unreadCount).toBe(1);
  });

  test('stays for everybody else who is added', async () => {
    const { cast, app } = the;
    await join(cast.elena, cast, cast.diego);
    const { content } = await cast.diego.call(listMessages, {
      params: { chatId: cast.ventasChat },
    });
    expect(contentsOf(content)[0]).toBe(EARLIER);
    expect(await found(app, cast.diego, 'secreta')).toHaveLength(1);
  });
});

test('who joins again reads from then on only, what they wrote themselves left out too', async () => {
  const the = await furnish('off');
  const { app, cast, fina, later } = the;
  const own = await idOf(sendText(fina, cast.ventasChat, 'Lo mío'));
  await edit(fina, own, 'Lo mío, mejor');
  await leave(cast.elena, cast, fina);
  await join(cast.elena, cast, fina);
  expect((await page(the)).content).toEqual([]);
  expect((await page(the, { around: later })).status).toBe(404);
  const one = { params: { messageId: own } };
  for (const route of [getInformation, listOriginals]) {
    expect((await fina.call(route, one)).status).toBe(404);
  }
  expect((await edit(fina, own, 'Otra vez')).status).toBe(404);
  await app.close();
});

test('with SUPERVISION=on supervisors see the history, until the right is taken', async () => {
  const the = await furnish('on');
  const { app, cast, fina, text } = the;
  const all = [EARLIER, 'Foto secreta', 'Respuesta', 'De ahora', 'Claro'];
  expect(contentsOf((await page(the)).content)).toEqual(all);
  const live = await fina.connect();
  await edit(cast.ana, text, 'Secreta uno');
  await live.waitFor('message:edited', ({ content }) => content === 'Secreta uno');
  await setSupervisor(cast.elena, fina, false);
  expect(contentsOf((await page(the)).content)).toEqual(all.slice(2));
  await edit(cast.ana, text, 'Secreta dos');
  await live.fence();
  expect(live.all('message:edited').map(({ content }) => content)).toEqual(['Secreta uno']);
  await app.close();
});

test('the setting counts that is in force when they read, whatever it was when they joined', async () => {
  const the = await furnish('on');
  const { cast, fina } = the;
  const since = ['Respuesta', 'De ahora', 'Claro'];
  const groupUuids = [cast.ventas.uuid];
  const gema = await registerPerson(the.app, 'gema', { role: 'ADMIN', groupUuids });
  const reason = await the.app.restart(undefined, { supervision: 'reason' });
  expect(contentsOf((await page({ cast, fina: at(reason, fina) })).content)).toEqual(since);
  expect((await page({ cast, fina: at(reason, gema) })).content).toEqual([]);
  expect((await fetchFile(at(reason, fina), the.file.mediaUrl)).status).toBe(404);
  const on = await reason.restart(undefined, { supervision: 'on' });
  for (const joined of [fina, gema]) {
    const all = contentsOf((await page({ cast, fina: at(on, joined) })).content);
    expect(all).toEqual([EARLIER, 'Foto secreta', ...since]);
  }
  await on.close();
});

describe('a reason in force', () => {
  test('opens what was said before, and each reading of it is recorded', async () => {
    const the = await furnish('reason');
    const { app, cast, fina, file, text } = the;
    await fina.call(openSupervision, {
      params: { chatId: cast.ventasChat },
      body: { reason: 'Queja formal 12/2026' },
    });
    const whole = await page(the);
    expect(contentsOf(whole.content)[0]).toBe(EARLIER);
    expect(whole.content[2]).toMatchObject({ replyToMessageContent: EARLIER });
    expect(whole.pagination?.totalElements).toBe(5);
    expect((await fetchFile(fina, file.mediaUrl)).status).toBe(200);
    await untilIndexed(app.ctx.db);
    const hits = await searchAll(fina, { q: 'secreta', chatId: cast.ventasChat });
    expect(hits.content).toHaveLength(2);
    // As a member she still has nothing of it.
    expect((await search(fina, 'secreta')).content).toEqual([]);
    expect((await reply(fina, text, 'Yo también')).status).toBe(404);
    const events = await auditEventsOfChat(cast.elena, cast.ventasChat);
    const own = events.filter(({ actorId }) => actorId === fina.uuid).reverse();
    expect(own).toMatchObject([
      { action: 'SUPERVISION_OPENED' },
      { action: 'CHAT_READ', fromSeq: 1, toSeq: 2 },
      { action: 'FILE_READ', detail: 'secreta.png' },
      { action: 'SEARCH' },
    ]);
    await app.close();
  });
});

describe('live', () => {
  let the: Environment;
  beforeAll(async () => {
    the = await furnish('off');
  });
  afterAll(() => the.app.close());

  test('nothing is heard of what was said before, whether the socket or the membership is older', async () => {
    const { cast, fina, text, later } = the;
    const { ana, bruno, elena, ventasChat } = cast;
    const early = await elena.connect();
    const live = await fina.connect();
    const colleague = await bruno.connect();
    await join(fina, cast, elena);
    const newest = await idOf(sendText(bruno, ventasChat, 'Novedad'));
    await edit(ana, text, 'Secreta otra vez');
    await edit(bruno, later, 'De ahora mismo');
    await edit(bruno, newest, 'Gran novedad');
    await edit(bruno, the.answer, 'Respuesta mejor');
    await reply(ana, text, 'Sobre aquello');
    await reply(ana, newest, 'Sobre esto');
    await ana.call(reactToMessage, { params: { messageId: text }, body: { emoji: '👍' } });
    await elena.call(deleteMessage, { params: { chatId: ventasChat, messageId: text } });
    for (const socket of [early, live, colleague]) {
      await socket.waitFor('message:deleted', ({ messageId }) => messageId === text);
    }
    const edits = (of: typeof live) =>
      of.all('message:edited').map((one) => [one.content, one.replyToMessageContent]);
    expect(edits(colleague)).toEqual([
      ['Secreta otra vez', null],
      ['De ahora mismo', null],
      ['Gran novedad', null],
      ['Respuesta mejor', 'Secreta otra vez'],
    ]);
    expect(edits(live)).toEqual([
      ['De ahora mismo', null],
      ['Gran novedad', null],
      ['Respuesta mejor', GONE],
    ]);
    expect(edits(early)).toEqual([['Gran novedad', null]]);
    const answers = (of: typeof live) =>
      of.all('message').map((one) => [one.content, one.replyToMessageContent]);
    const masked = [
      ['Novedad', null],
      ['Sobre aquello', GONE],
      ['Sobre esto', 'Gran novedad'],
    ];
    expect(answers(live)).toEqual(masked);
    expect(answers(early)).toEqual(masked);
    for (const socket of [early, live]) {
      expect(JSON.stringify(socket.received)).not.toMatch(/secreta/i);
    }
  });

  test('a message that was stored before they joined is not heard, though it is announced later', async () => {
    const { app, cast, fina } = the;
    const { ana, bruno, elena, ventasChat } = cast;
    await leave(elena, cast, fina);
    const live = await fina.connect();
    const { reached, release } = holdAnswers(app.ctx.db, 'insert into messages');
    const sending = sendText(ana, ventasChat, 'Justo antes');
    await reached;
    await join(elena, cast, fina);
    release();
    await sending;
    await sendText(bruno, ventasChat, 'Justo después');
    await live.waitFor('message', ({ content }) => content === 'Justo después');
    expect(contentsOf(live.all('message'))).toEqual(['Justo después']);
    expect(contentsOf((await page(the)).content)).toEqual(['Justo después']);
    live.close();
  });
});
