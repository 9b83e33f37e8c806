import { logout } from '@chat/contract/auth';
import { firstOf, required } from '@chat/contract/checks';
import { listDevices, rejectDevice } from '@chat/contract/devices';
import { deleteGroup, type Group, removeGroupParticipant } from '@chat/contract/groups';
import { deleteMessage, listMessages, reactToMessage } from '@chat/contract/messages';
import {
  blockUser,
  changeOwnPassword,
  deleteUser,
  getCurrentUser,
  setUserPassword,
} from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCommand } from '../test/admin-command.ts';
import { startApp, type TestApp } from '../test/build-app.ts';
import {
  createGroupOf,
  directChatOf,
  groupChatOf,
  registerPerson,
  sendText,
} from '../test/cast.ts';
import { type Client, PASSWORD } from '../test/client.ts';
import { fetchFile, sendHalf, sentFile, storedKeys } from '../test/files.ts';
import { sendHalfText } from '../test/raw-connection.ts';
import { type LiveClient, openSocket } from '../test/socket-client.ts';
import { type AdminContext, createAdminContext, runCommand } from './commands/admin/operations.ts';

let app: TestApp;
let bruno: Client;
let liveBruno: LiveClient;
/** The context of the command line: another process on the same database. */
let elsewhere: AdminContext;
beforeAll(async () => {
  app = await startApp();
  bruno = await registerPerson(app, 'bruno');
  liveBruno = await bruno.connect();
  elsewhere = createAdminContext(app.ctx.config, app.ctx.db);
});
afterAll(async () => {
  liveBruno.close();
  await elsewhere.sessions.close();
  await app.close();
});

/** A person with all access that can be revoked: a page, an open socket, a picture's address, a group. */
interface Member {
  person: Client;
  cookie: string;
  live: LiveClient;
  /** A connected socket without a registration. */
  silent: LiveClient;
  group: Group;
  chatId: string;
  direct: string;
  mediaUrl: string;
}

let members = 0;
async function newMember(): Promise<Member> {
  members++;
  const person = await registerPerson(app, `persona-${members}`);
  const group = await createGroupOf(app, `Grupo ${members}`, [person, bruno]);
  const chatId = await groupChatOf(bruno, group);
  const { mediaUrl } = await sentFile(bruno, chatId, { bytes: 'informe' });
  const direct = await directChatOf(bruno, person, group);
  const reply = await person.login(person.email);
  person.token = reply.content.accessToken;
  const live = await person.connect();
  const silent = await openSocket(app.url, { token: person.token });
  const cookie = firstOf(reply.headers.get('set-cookie')?.split(';'));
  return {
    person,
    cookie,
    live,
    silent,
    group,
    chatId,
    direct,
    mediaUrl: required(mediaUrl, 'mediaUrl'),
  };
}

const statusOf = async (call: Promise<{ status: number }>) => (await call).status;

/** The status of each way to access the server. */
async function waysIn({ person, cookie, chatId, mediaUrl }: Member) {
  const anybody = { url: app.url, token: undefined };
  return {
    page: await statusOf(person.call(getCurrentUser, {})),
    read: await statusOf(person.call(listMessages, { params: { chatId } })),
    write: await statusOf(sendText(person, chatId, 'Sigo aquí')),
    file: await statusOf(fetchFile(person, mediaUrl)),
    fileByCookie: await statusOf(fetchFile(anybody, mediaUrl, { cookie })),
  };
}

/** Causes all events of a member's chats, and waits until Bruno has received the last one. */
async function makeNoise({ chatId, direct, person }: Member): Promise<void> {
  const { status, content } = await sendText(bruno, chatId, `Sin ${person.email}`);
  // A group that is gone has no events.
  if (status !== 201) return;
  const messageId = firstOf(content).uuid;
  await sendText(bruno, direct, `Para ${person.email}`);
  await bruno.call(reactToMessage, { params: { messageId }, body: { emoji: '👍' } });
  await liveBruno.emit('typing', { chatId });
  await liveBruno.emit('seen', { chatId });
  await app.elena.call(deleteMessage, { params: { chatId, messageId } });
  await liveBruno.waitFor('message:deleted', (deleted) => deleted.messageId === messageId);
}

const OF_A_CHAT = /^(message|chat:|typing|presence)/;
const receivedChats = ({ received }: LiveClient) =>
  received.map(({ event }) => event).filter((event) => OF_A_CHAT.test(event));

async function deviceOf(person: Client): Promise<string | undefined> {
  const devices = await app.elena.call(listDevices, { query: { search: person.email } });
  return devices.content[0]?.uuid;
}

type Cause = (member: Member) => Promise<unknown>;
const outOfTheHouse: [string, Cause][] = [
  ['their logout', ({ person }) => person.call(logout, {})],
  ['a block', ({ person }) => app.elena.call(blockUser, { params: { userId: person.uuid } })],
  [
    'a block at the command line',
    async ({ person, live, silent }) => {
      await runCommand(elsewhere, adminCommand('block', '--email', person.email));
      await Promise.all([live.closed(), silent.closed()]);
    },
  ],
  [
    'their deletion',
    ({ person }) => app.elena.call(deleteUser, { params: { userId: person.uuid } }),
  ],
  [
    "their device's rejection",
    async ({ person }) => {
      for (let deviceId = await deviceOf(person); deviceId; deviceId = await deviceOf(person)) {
        await app.elena.call(rejectDevice, { params: { deviceId } });
      }
    },
  ],
  [
    'a new password from an administrator',
    ({ person }) =>
      app.elena.call(setUserPassword, {
        params: { userId: person.uuid },
        body: { password: 'nueva-clave' },
      }),
  ],
  [
    'a new password of their own, set elsewhere',
    async ({ person }) => {
      const other = await app.signIn(person.email);
      const body = { currentPassword: PASSWORD, password: 'nueva-clave' };
      await other.call(changeOwnPassword, { body });
    },
  ],
];

const outOfTheGroup: [string, Cause][] = [
  [
    'their removal',
    ({ person, group }) =>
      app.elena.call(removeGroupParticipant, {
        params: { groupId: group.uuid, userId: person.uuid },
      }),
  ],
  [
    "the group's deletion",
    ({ group }) => app.elena.call(deleteGroup, { params: { groupId: group.uuid } }),
  ],
];

describe('out of the house at once, by page, socket, file and cookie', () => {
  test.each(outOfTheHouse)('on %s', async (_, cause) => {
    const member = await newMember();
    const { person, live, silent } = member;
    expect(new Set(Object.values(await waysIn(member)))).toEqual(new Set([200, 201]));
    live.forget();
    await cause(member);
    await makeNoise(member);
    expect(new Set(Object.values(await waysIn(member)))).toEqual(new Set([401]));
    await Promise.all([live.closed(), silent.closed()]);
    expect([...receivedChats(live), ...receivedChats(silent)]).toEqual([]);
    await expect(person.connect()).rejects.toThrow('unauthorized');
  });
});

describe('out of the group at once, while the rest goes on', () => {
  test.each(outOfTheGroup)('on %s', async (_, cause) => {
    const member = await newMember();
    const { person, live } = member;
    await cause(member);
    live.forget();
    await makeNoise(member);
    const { page, ...rest } = await waysIn(member);
    expect([page, ...new Set(Object.values(rest))]).toEqual([200, 404]);
    const again = await person.connect();
    for (const one of [live, again]) {
      await one.fence();
      expect(one.all('message')).toEqual([]);
      expect(receivedChats(one)).toEqual([]);
      one.close();
    }
  });
});

describe('a file that is still on its way is neither taken in nor kept', () => {
  test.each([
    ...outOfTheHouse.map(([name, cause]) => [name, cause, 401] as const),
    ...outOfTheGroup.map(([name, cause]) => [name, cause, 404] as const),
  ])('on %s', async (_, cause, status) => {
    const member = await newMember();
    const stored = await storedKeys(app);
    const finish = await sendHalf(member.person, member.chatId);
    await expect.poll(async () => (await storedKeys(app)).length).toBe(stored.length + 1);
    await cause(member);
    expect(await finish()).toBe(status);
    await expect.poll(() => storedKeys(app)).toEqual(stored);
    member.live.close();
    member.silent.close();
  });
});

describe('a text whose body is still on its way is not sent', () => {
  test.each(outOfTheHouse)('on %s', async (_, cause) => {
    const member = await newMember();
    const { person, chatId, live, silent } = member;
    const finish = await sendHalfText(person, chatId);
    await cause(member);
    expect(await finish()).toBe(401);
    const { content } = await bruno.call(listMessages, { params: { chatId } });
    expect(content.map((message) => message.content)).not.toContain('A medias');
    live.close();
    silent.close();
  });
});

test('an administrator who is blocked while they watch a chat hears no more of it', async () => {
  const member = await newMember();
  const watcher = await registerPerson(app, 'vigilante', { role: 'ADMIN' });
  const live = await watcher.connect();
  expect(await live.emit('watch', { chatId: member.chatId })).toEqual({ ok: true });
  await app.elena.call(blockUser, { params: { userId: watcher.uuid } });
  await makeNoise(member);
  await live.closed();
  expect(live.all('message')).toEqual([]);
  member.live.close();
  member.silent.close();
});
