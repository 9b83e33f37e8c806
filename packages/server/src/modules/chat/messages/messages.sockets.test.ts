import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { connectEach } from '../../../../test/live-cast.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
let live: Record<'ana' | 'anaToo' | 'bruno' | 'carla' | 'diego' | 'elena', LiveClient>;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const anaToo = await app.signIn(cast.ana.email);
  const people = { ...cast, anaToo, elena: app.elena };
  const names = ['ana', 'anaToo', 'bruno', 'carla', 'diego', 'elena'] as const;
  live = await connectEach(names, people);
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await app.close();
});

const withText = (text: string) => (message: { content: string }) => message.content === text;

/** The members of the cast who have received the text, each once. */
async function hearersOf(text: string): Promise<string[]> {
  await Promise.all(Object.values(live).map((socket) => socket.fence()));
  return Object.entries(live).flatMap(([name, socket]) =>
    socket
      .all('message')
      .filter(withText(text))
      .map(() => name),
  );
}

describe('message', () => {
  test("in a group it reaches every socket of every member, the sender's too, and does not reach Diego", async () => {
    await sendText(cast.ana, cast.ventasChat, 'A todos');
    expect(await hearersOf('A todos')).toEqual(['ana', 'anaToo', 'bruno', 'carla']);
  });

  test('in a direct chat it reaches the two, and does not reach Carla, Diego or Elena', async () => {
    await sendText(cast.bruno, direct, 'A Ana');
    expect(await hearersOf('A Ana')).toEqual(['ana', 'anaToo', 'bruno']);
  });

  test("in a personal chat it reaches its owner's sockets alone", async () => {
    const chat = (await cast.ana.call(getPersonalChat, {})).content.uuid;
    await sendText(cast.ana, chat, 'A mí');
    expect(await hearersOf('A mí')).toEqual(['ana', 'anaToo']);
  });

  test('it is what a fetch gives, with the referenceId of the sender', async () => {
    const [created] = (await sendText(cast.ana, direct, 'Igual', 'la-misma')).content;
    const received = await live.bruno.waitFor('message', withText('Igual'));
    const { content } = await cast.bruno.call(listMessages, { params: { chatId: direct } });
    expect(received).toMatchObject({ ...created, referenceId: 'la-misma', chatType: 'DIRECT' });
    expect({ ...received, status: content.at(-1)?.status }).toEqual(content.at(-1));
  });

  test('a repeat notifies nobody', async () => {
    for (let i = 0; i < 3; i++) await sendText(cast.ana, direct, 'Una sola vez', 'una-sola');
    expect(await hearersOf('Una sola vez')).toEqual(['ana', 'anaToo', 'bruno']);
  });

  test('20 repeats at once notify each member once', async () => {
    const repeats = Array.from({ length: 20 }, () => sendText(cast.ana, direct, 'A la vez', 'vez'));
    await Promise.all(repeats);
    expect(await hearersOf('A la vez')).toEqual(['ana', 'anaToo', 'bruno']);
  });

  test('50 at once are heard by everybody, each once, numbered as stored', async () => {
    const senders = [cast.ana, cast.bruno, cast.carla];
    const sends = Array.from({ length: 50 }, (_, i) =>
      sendText(required(senders[i % 3], 'sender'), cast.ventasChat, `a la vez ${i}`),
    );
    const replies = await Promise.all(sends);
    await live.carla.fence();
    const received = live.carla
      .all('message')
      .filter(({ content }) => content.startsWith('a la vez '));
    const byUuid = new Map(received.map(({ uuid, seq }) => [uuid, seq]));
    expect(received).toHaveLength(50);
    expect(byUuid).toEqual(new Map(replies.map(({ content: [one] }) => [one?.uuid, one?.seq])));
  });

  test('what was refused is heard by nobody', async () => {
    await sendText(cast.diego, cast.ventasChat, 'Colado');
    await sendText(app.elena, cast.ventasChat, 'Colado');
    await sendText(cast.ana, cast.ventasChat, 'Colado\u0000');
    expect(await hearersOf('Colado')).toEqual([]);
  });
});

describe('chat:started', () => {
  test("a chat's first message tells administrators that it has started, once, and not Diego", async () => {
    const [elena, diego] = await Promise.all([cast.elena.connect(), cast.diego.connect()]);
    const chatId = await directChatOf(cast.bruno, cast.carla, cast.ventas);
    await sendText(cast.bruno, chatId, 'primero');
    await sendText(cast.bruno, chatId, 'segundo');
    await Promise.all([elena.fence(), diego.fence()]);
    expect(elena.all('chat:started')).toEqual([{ chatId }]);
    expect(diego.all('chat:started')).toEqual([]);
    for (const socket of [elena, diego]) socket.close();
  });

  test('nobody hears of a personal chat', async () => {
    const elena = await cast.elena.connect();
    const { content } = await cast.carla.call(getPersonalChat, {});
    await sendText(cast.carla, content.uuid, 'solo para mí');
    await elena.fence();
    expect(elena.all('chat:started')).toEqual([]);
    elena.close();
  });
});

describe('losing and getting access', () => {
  const path = () => `/groups/${cast.ventas.uuid}/users`;

  test('who is removed hears nothing of the group from that moment, nor of its direct chats', async () => {
    const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
    await app.elena.request('DELETE', `${path()}/${cast.carla.uuid}`);
    live.carla.forget();
    await sendText(cast.ana, cast.ventasChat, 'Sin Carla');
    expect((await sendText(cast.ana, chat, 'A Carla')).status).toBe(403);
    expect((await sendText(cast.carla, chat, 'De Carla')).status).toBe(404);
    expect(await hearersOf('Sin Carla')).toEqual(['ana', 'anaToo', 'bruno']);
    expect(await hearersOf('A Carla')).toEqual([]);
  });

  test('who is added hears the group at once, without connecting again', async () => {
    await app.elena.request('POST', path(), { userIds: [cast.carla.uuid, cast.diego.uuid] });
    await sendText(cast.ana, cast.ventasChat, 'Con todos');
    expect(await hearersOf('Con todos')).toEqual(['ana', 'anaToo', 'bruno', 'carla', 'diego']);
    await app.elena.request('DELETE', `${path()}/${cast.diego.uuid}`);
  });

  test('who registers while being removed ends up hearing nothing of the group', async () => {
    for (let i = 0; i < 5; i++) {
      await app.elena.request('POST', path(), { userIds: [cast.diego.uuid] });
      const [socket] = await Promise.all([
        cast.diego.connect(),
        app.elena.request('DELETE', `${path()}/${cast.diego.uuid}`),
      ]);
      await sendText(cast.ana, cast.ventasChat, `Sin Diego ${i}`);
      await socket.fence();
      expect(socket.all('message').filter(withText(`Sin Diego ${i}`))).toEqual([]);
      socket.close();
    }
  });

  test('of a removal and a return at once, the sockets follow what is stored', async () => {
    for (let i = 0; i < 8; i++) {
      await app.elena.request('POST', path(), { userIds: [cast.diego.uuid] });
      await Promise.all([
        app.elena.request('DELETE', `${path()}/${cast.diego.uuid}`),
        app.elena.request('POST', path(), { userIds: [cast.diego.uuid] }),
      ]);
      const isMember = (await sendText(cast.diego, cast.ventasChat, `¿Sigo? ${i}`)).status === 201;
      await sendText(cast.ana, cast.ventasChat, `Quizá ${i}`);
      expect((await hearersOf(`Quizá ${i}`)).includes('diego')).toBe(isMember);
    }
    await app.elena.request('DELETE', `${path()}/${cast.diego.uuid}`);
  });

  test('opening a direct chat while the other is being removed leaves nothing to write to', async () => {
    for (let i = 0; i < 5; i++) {
      await app.elena.request('POST', path(), { userIds: [cast.diego.uuid] });
      const remove = app.elena.request('DELETE', `${path()}/${cast.diego.uuid}`);
      const open = cast.carla.request<{ uuid: string } | null>(
        'GET',
        `/chats/users/${cast.diego.uuid}/groups/${cast.ventas.uuid}`,
      );
      const [, opened] = await Promise.all([remove, open]);
      const chat = opened.content?.uuid;
      if (chat) expect((await sendText(cast.carla, chat, 'Hola')).status).toBe(403);
      if (chat) expect((await sendText(cast.diego, chat, 'Hola')).status).toBe(404);
    }
  });
});
