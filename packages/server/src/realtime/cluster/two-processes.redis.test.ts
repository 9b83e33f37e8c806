import { firstOf } from '@chat/contract/checks';
import { removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage, reactToMessage } from '@chat/contract/messages';
import { updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { openIntruder } from '../../../test/intruder.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';

let processes: Processes;
let cast: Cast;
/**
 * Ana and Elena are connected to one process; Bruno, Carla and the administrator's second page are connected to
 * another.
 */
let live: Record<'ana' | 'elena' | 'bruno' | 'carla' | 'elenaToo', LiveClient>;

beforeAll(async () => {
  processes = await startProcesses();
  const { one, other } = processes;
  cast = await gatherCast(one);
  live = {
    ana: await cast.ana.connect(),
    elena: await one.elena.connect(),
    bruno: await at(other, cast.bruno).connect(),
    carla: await at(other, cast.carla).connect(),
    elenaToo: await other.elena.connect(),
  };
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await processes.close();
});

async function sent(sender: Client, chatId: string, content: string) {
  const { status, content: created } = await sendText(sender, chatId, content);
  expect(status).toBe(201);
  return firstOf(created);
}

describe('what happens at one process is heard at another', () => {
  test('a message, once by everybody, the sender included', async () => {
    const { uuid } = await sent(cast.ana, cast.ventasChat, 'Hola');
    for (const socket of [live.ana, live.bruno, live.carla]) {
      await socket.waitFor('message', (message) => message.uuid === uuid);
      await socket.fence();
      expect(socket.all('message').filter((message) => message.uuid === uuid)).toHaveLength(1);
    }
  });

  test('the first message of a direct chat, by the other one and by administrators as a chat', async () => {
    const chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    const { uuid } = await sent(cast.ana, chatId, 'A solas');
    await live.bruno.waitFor('message', (message) => message.uuid === uuid);
    await live.elenaToo.waitFor('chat:started', (chat) => chat.chatId === chatId);
    await live.carla.fence();
    expect(live.carla.all('message').filter((message) => message.uuid === uuid)).toEqual([]);
  });

  test('ticks, by the author, and what was read, by the reader’s other page', async () => {
    const chatId = await directChatOf(cast.bruno, cast.ana, cast.ventas);
    const { seq } = await sent(cast.ana, chatId, '¿Lo ves?');
    const brunoToo = await cast.bruno.connect();
    await live.bruno.emit('seen', { chatId, upToSeq: seq });
    for (const event of ['message:delivered', 'message:seen'] as const)
      await live.ana.waitFor(event, (event) => event.chatId === chatId && event.upToSeq === seq);
    await brunoToo.waitFor(
      'chat:read',
      (event) => event.chatId === chatId && event.seenSeq === seq,
    );
    brunoToo.close();
  });

  test('whose marks have passed a message, by its author', async () => {
    const { seq } = await sent(cast.ana, cast.ventasChat, '¿Quién lo ha visto?');
    for (const reader of [live.bruno, live.carla]) {
      await reader.emit('seen', { chatId: cast.ventasChat, upToSeq: seq });
    }
    for (const { uuid } of [cast.bruno, cast.carla]) {
      await live.ana.waitFor('message:info', (m) => m.userId === uuid && m.seenSeq === seq);
    }
  });

  test('reactions and deletions', async () => {
    const { uuid: messageId } = await sent(cast.ana, cast.ventasChat, 'Para borrar');
    await at(processes.other, cast.bruno).call(reactToMessage, {
      params: { messageId },
      body: { emoji: '👍' },
    });
    await live.ana.waitFor('message:reacted', (event) => event.messageId === messageId);
    const params = { chatId: cast.ventasChat, messageId };
    await processes.other.elena.call(deleteMessage, { params });
    await live.ana.waitFor('message:deleted', (event) => event.messageId === messageId);
  });

  test('who is typing, by the others and not by themselves', async () => {
    await live.ana.emit('typing', { chatId: cast.ventasChat });
    await live.bruno.waitFor('typing', ({ userId }) => userId === cast.ana.uuid);
    await live.ana.fence();
    expect(live.ana.all('typing')).toEqual([]);
  });

  test('who is typing, once in 3 s from pages at two processes', async () => {
    const chatId = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const anaThere = await at(processes.other, cast.ana).connect();
    for (const page of [live.ana, anaThere, live.ana, anaThere])
      expect(await page.emit('typing', { chatId })).toEqual({ ok: true });
    // Events keep their order: earlier events of that process arrive before this one.
    await live.bruno.emit('typing', { chatId: cast.ventasChat });
    await live.carla.waitFor('typing', ({ userId }) => userId === cast.bruno.uuid);
    expect(live.carla.all('typing').filter((event) => event.chatId === chatId)).toHaveLength(1);
    anaThere.close();
  });

  test('a new person, a changed group and a device that waits, by administrators', async () => {
    const eva = await registerPerson(processes.one, 'eva');
    await live.elenaToo.waitFor('user:changed', ({ userId }) => userId === eva.uuid);
    const group = await createGroupOf(processes.one, 'Compras', [eva, cast.bruno]);
    await live.bruno.waitFor('group:changed', ({ groupId }) => groupId === group.uuid);
    const strict = await processes.start({ deviceApproval: 'users' });
    expect((await strict.client().login(eva.email)).status).toBe(403);
    await live.elenaToo.waitFor('device:pending', ({ userEmail }) => userEmail === eva.email);
    await strict.close();
  });

  test('a chat that is watched there', async () => {
    await live.elenaToo.emit('watch', { chatId: cast.ventasChat });
    const { uuid } = await sent(cast.ana, cast.ventasChat, 'Vigilado');
    await live.elenaToo.waitFor('message', (message) => message.uuid === uuid);
    await live.elenaToo.emit('unwatch', { chatId: cast.ventasChat });
  });

  test('who joins a group hears it at once, and who is removed hears no more', async () => {
    const fede = await registerPerson(processes.one, 'fede');
    const liveFede = await at(processes.other, fede).connect();
    const group = await createGroupOf(processes.one, 'Turnos', [cast.ana, cast.bruno, fede]);
    const chatId = await groupChatOf(cast.ana, group);
    const { uuid } = await sent(cast.ana, chatId, 'Bienvenido');
    await liveFede.waitFor('message', (message) => message.uuid === uuid);
    const params = { groupId: group.uuid, userId: fede.uuid };
    await processes.one.elena.call(removeGroupParticipant, { params });
    const { uuid: later } = await sent(at(processes.other, cast.bruno), chatId, 'Sin él');
    await live.bruno.waitFor('message', (message) => message.uuid === later);
    await liveFede.fence();
    expect(liveFede.all('message').map((message) => message.uuid)).toEqual([uuid]);
    liveFede.close();
  });

  test('a changed e-mail stands on the very next message that they send elsewhere', async () => {
    const gala = await registerPerson(processes.one, 'gala');
    const group = await createGroupOf(processes.one, 'Nombres', [gala, cast.bruno]);
    const chatId = await groupChatOf(cast.bruno, group);
    const galaThere = at(processes.other, gala);
    await sent(galaThere, chatId, 'Antes');
    // Her registration is one of them.
    const changes = () =>
      live.elenaToo.all('user:changed').filter(({ userId }) => userId === gala.uuid);
    await expect.poll(changes).toHaveLength(1);
    const body = { firstName: 'Gala', lastName: 'Prueba', email: 'gala.nueva@empresa.local' };
    await processes.one.elena.call(updateUser, { params: { userId: gala.uuid }, body });
    await expect.poll(changes).toHaveLength(2);
    const { uuid } = await sent(galaThere, chatId, 'Después');
    const message = await live.bruno.waitFor('message', ({ uuid: own }) => own === uuid);
    expect(message.senderEmail).toBe('gala.nueva@empresa.local');
  });
});

describe('when two processes are at it at once', () => {
  // The order is tested in `reorder-buffer.test.ts`: on a very slow machine a gap may be visible here.
  test('what two processes write to a chat at once is heard by everybody, each of it once', async () => {
    const group = await createGroupOf(processes.one, 'Carrera', [cast.ana, cast.bruno]);
    const chatId = await groupChatOf(cast.ana, group);
    const bruno = at(processes.other, cast.bruno);
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    await Promise.all(
      numbers.map((number) => sent(number % 2 ? bruno : cast.ana, chatId, `Texto ${number}`)),
    );
    for (const socket of [live.ana, live.bruno]) {
      const received = () => socket.all('message').filter((message) => message.chatId === chatId);
      await socket.waitFor('message', () => received().length >= numbers.length);
      const seqs = received().map(({ seq }) => seq);
      expect(seqs.sort((one, other) => one - other)).toEqual(numbers);
    }
  });

  test('of two reactions of one person at once the one that is told last is the one that stays', async () => {
    const { uuid: messageId } = await sent(cast.ana, cast.ventasChat, 'Indeciso');
    const emojis = ['👍', '❤️', '😂', '🎉', '👀', '🙏'];
    const reply = (emoji: string, number: number) =>
      at(number % 2 ? processes.one : processes.other, cast.bruno).call(reactToMessage, {
        params: { messageId },
        body: { emoji },
      });
    await Promise.all(emojis.map(reply));
    const reactions = () =>
      live.ana.all('message:reacted').filter((event) => event.messageId === messageId);
    await live.ana.waitFor('message:reacted', () => reactions().length === emojis.length);
    const times = reactions().map(({ reactedAt }) => Date.parse(reactedAt));
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });
});

test('who reads along in Redis learns no text, no e-mail, no person and no chat', async () => {
  const intruder = await openIntruder(processes.redis.url);
  const { uuid } = await sent(cast.ana, cast.ventasChat, 'Nadie más lo lee');
  await live.bruno.waitFor('message', (message) => message.uuid === uuid);
  const seen = [
    ...intruder.commands,
    ...intruder.passedOn.map(({ payload }) => payload.toString()),
  ];
  intruder.close();
  expect(seen.length).toBeGreaterThan(1);
  const { ana, bruno, ventasChat } = cast;
  for (const word of ['Nadie', bruno.email, '127.0.0.1', ana.uuid, bruno.uuid, ventasChat])
    expect(seen.filter((one) => one.includes(word))).toEqual([]);
});
