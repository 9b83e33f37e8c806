import { openSupervision } from '@chat/contract/chats';
import { createChatExport, createUserExport } from '@chat/contract/data-exports';
import type { ClientToServerEvents } from '@chat/contract/events';
import { addGroupParticipants } from '@chat/contract/groups';
import { updateUser } from '@chat/contract/users';
import { replyToMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../test/build-app.ts';
import { registerPerson, sendText } from '../test/cast.ts';
import { type Client, PASSWORD } from '../test/client.ts';
import { edit } from '../test/edits.ts';
import { exported } from '../test/exports.ts';
import type { LiveClient } from '../test/socket-client.ts';
import {
  type Attempt,
  answerTo,
  attemptsIn,
  createWorld,
  OWN,
  SAID,
  WORD,
  type World,
} from '../test/walk.ts';
import { sql } from './db/database.ts';

async function entriesOf({ app }: World, reader: Client): Promise<string[]> {
  const rows = await app.ctx.db.many<{ action: string }>(sql`
    select action from audit_events
    where actor_id = (select id from users where uuid = ${reader.uuid}) and action <> 'SIGN_IN' order by id`);
  return rows.map(({ action }) => action);
}

// Their fetching is to be recorded, too.
const ASKED_FOR = ['CHAT_EXPORTED', 'DATA_EXPORTED'];

/** Nobody fetches the exports of others: the reader has one made of what the path is about. */
async function withOwnExport(
  { chatIds, cast, exportIds }: World,
  reader: Client,
  { route, path }: Attempt,
): Promise<string> {
  if (!route.path.includes(':exportId')) return path;
  const [chatId = ''] = chatIds;
  const ofAna = () => reader.call(createUserExport, { params: { userId: cast.ana.uuid } });
  const ofChat = () => reader.call(createChatExport, { params: { chatId } });
  const { uuid } = await exported(reader, route.path.startsWith('/users') ? ofAna : ofChat);
  return path.replaceAll(String(exportIds[0]), uuid);
}

let readers = 0;
const newReader = ({ app }: Pick<World, 'app'>) =>
  registerPerson(app, `lector${++readers}`, { role: 'ADMIN' });

type Emit = (live: LiveClient, world: World) => Promise<unknown>;

/** In a chat of others, in a group, and in a personal chat. */
const inEach =
  (event: keyof ClientToServerEvents): Emit =>
  async (live, { chatIds }) => {
    for (const chatId of chatIds) await live.emit(event, { chatId });
  };

// Its type names them all, so that a new one has to be added.
const signals: Record<keyof ClientToServerEvents, Emit> = {
  // A socket has registered before it emits anything else.
  register: async () => undefined,
  ping_server: (live) => live.emit('ping_server'),
  seen: inEach('seen'),
  delivered: inEach('delivered'),
  typing: inEach('typing'),
  watch: inEach('watch'),
  unwatch: inEach('unwatch'),
  visibility: (live) => live.emit('visibility', { visible: true }),
};

let edits = 0;

/** Says something new in each chat, and something anew. */
async function speakOn({ cast, chatIds, messages }: World): Promise<void> {
  for (const [nth, chatId] of chatIds.entries()) {
    const said = nth === 2 ? OWN : SAID;
    await sendText(cast.ana, chatId, `${said} ahora`);
    const [first] = messages.slice(2 * nth);
    await edit(cast.ana, first?.uuid ?? '', `${WORD} ${said} ${++edits}`);
  }
}

/** All that a socket receives after it has emitted the signal in each of the chats. */
async function receivedAfter(world: World, reader: Client, emit: Emit): Promise<string> {
  const live = await reader.connect();
  await emit(live, world);
  await speakOn(world);
  await live.fence();
  const received = JSON.stringify(live.received);
  live.close();
  return received;
}

describe('whoever supervises leaves a line in the audit wherever an answer shows what others say', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(await startApp());
  });
  afterAll(() => world.app.close());

  test('of every route', { timeout: 300_000 }, async () => {
    const showing = new Set<string>();
    const silent: string[] = [];
    for (const attempt of attemptsIn(world)) {
      const { route, path } = attempt;
      const reader = await newReader(world);
      const own = { ...attempt, path: await withOwnExport(world, reader, attempt) };
      const answer = await answerTo(reader, own);
      expect([path, answer.includes(OWN)]).toEqual([path, false]);
      if (!answer.includes(SAID)) continue;
      showing.add(route.name);
      const entries = await entriesOf(world, reader);
      if (entries.every((action) => ASKED_FOR.includes(action))) {
        silent.push(`${route.method} ${path}`);
      }
    }
    expect(silent).toEqual([]);
    // The walk sees something wherever there is something to see.
    expect([...showing].sort()).toEqual([
      'downloadChatExport',
      'downloadExport',
      'downloadUserExport',
      'getChat',
      'getFile',
      'getInformation',
      'listChats',
      'listMessages',
      'listOriginals',
      'searchChats',
    ]);
  });

  test.each(Object.entries(signals))('of the signal %s', async (event, emit) => {
    const reader = await newReader(world);
    const received = await receivedAfter(world, reader, emit);
    expect(received).not.toContain(OWN);
    const entries = await entriesOf(world, reader);
    const isWatched = event === 'watch';
    expect([received.includes(SAID), entries.includes('WATCH_STARTED')]).toEqual([
      isWatched,
      isWatched,
    ]);
  });
});

const takeSupervision = ({ app }: World, { uuid: userId, email }: Client) =>
  app.elena.call(updateUser, {
    params: { userId },
    body: {
      firstName: 'Lector',
      lastName: 'Prueba',
      email,
      supervisor: false,
      currentPassword: PASSWORD,
    },
  });

const closed: Record<string, () => Promise<[World, Client]>> = {
  'with SUPERVISION=reason and none given': async () => {
    const world = await createWorld(await startApp({ supervision: 'reason' }));
    const reader = await newReader(world);
    // One for another chat, and one that has run out.
    await reader.call(openSupervision, {
      params: { chatId: String(world.chatIds[0]) },
      body: { reason: 'Queja formal 12/2026' },
    });
    await world.app.ctx.db.run(sql`
      update supervisions
      set started_at = started_at - interval '1 hour', expires_at = expires_at - interval '1 hour'`);
    return [world, reader];
  },
  'with SUPERVISION=off': async () => {
    const world = await createWorld(await startApp({ supervision: 'off' }));
    return [world, await newReader(world)];
  },
  'for who is no supervisor any more': async () => {
    const world = await createWorld(await startApp());
    const reader = await newReader(world);
    const [chatId = ''] = world.chatIds;
    const ofChat = () => reader.call(createChatExport, { params: { chatId } });
    world.exportIds.push((await exported(reader, ofChat)).uuid);
    await takeSupervision(world, reader);
    return [world, reader];
  },
};

describe.each(Object.entries(closed))('%s nothing is shown', (_, open) => {
  let world: World;
  let reader: Client;
  beforeAll(async () => {
    [world, reader] = await open();
    const params = { userId: world.cast.ana.uuid };
    const ofAna = () => reader.call(createUserExport, { params });
    world.exportIds.push((await exported(reader, ofAna)).uuid);
  });
  afterAll(() => world.app.close());

  /** The routes whose answers say one of these. */
  const showing = async (...said: string[]) => {
    const found = new Set<string>();
    for (const attempt of attemptsIn(world)) {
      const answer = await answerTo(reader, attempt);
      if (said.some((one) => answer.includes(one))) found.add(attempt.route.name);
    }
    return [...found];
  };

  test('by any route', { timeout: 120_000 }, async () => {
    expect(await showing(SAID, OWN)).toEqual([]);
  });

  test.each(Object.entries(signals))('after the signal %s', async (_, emit) => {
    const received = await receivedAfter(world, reader, emit);
    expect([received.includes(SAID), received.includes(OWN)]).toEqual([false, false]);
  });

  test('of what was said before they joined the group', { timeout: 120_000 }, async () => {
    const { cast, messages } = world;
    const messageId = String(messages[2]?.uuid);
    const live = await reader.connect();
    await world.app.elena.call(addGroupParticipants, {
      params: { groupId: cast.ventas.uuid },
      body: { userIds: [reader.uuid] },
    });
    await edit(cast.ana, messageId, `${WORD} ${SAID} otra vez`);
    await cast.bruno.call(replyToMessage, {
      params: { messageId },
      body: { type: 'TEXT', content: 'Dicho ahora' },
    });
    await live.waitFor('message', ({ content }) => content === 'Dicho ahora');
    expect(JSON.stringify(live.received)).not.toContain(SAID);
    live.close();
    expect(await showing(SAID, OWN)).toEqual([]);
    expect(await showing('Dicho ahora')).toEqual(
      expect.arrayContaining(['getChat', 'listGroupChats', 'listMessages']),
    );
  });
});
