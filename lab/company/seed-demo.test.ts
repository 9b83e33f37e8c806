import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf, isEmoji, required } from '@chat/contract/checks';
import { listDevices } from '@chat/contract/devices';
import { listOwnGroups } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { getOfficeWorkingHours, getWorkingHours, listOffices } from '@chat/contract/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, buildApp } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config/env.ts';
import { createLog } from '../../packages/server/src/config/log.ts';
import { type Database, sql } from '../../packages/server/src/db/database.ts';
import { openStorage } from '../../packages/server/src/storage/open-storage.ts';
import { usersOf } from '../../packages/server/test/cast.ts';
import { Client } from '../../packages/server/test/client.ts';
import { createTestDatabase, type TestDatabase } from '../../packages/server/test/database.ts';
import { hasUsers } from './bulk.queries.ts';
import { DEMO_PASSWORD } from './people.ts';
import { fillDemo, seedDatabase } from './seed-demo.ts';

const DATA_DIR = join(tmpdir(), `web-chat-demo-${randomUUID()}`);
const config = readConfig({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DEVICE_APPROVAL: 'off',
  DATA_DIR,
});
const NOW = new Date(2026, 2, 18, 16, 0);
const DAY_MS = 86_400_000;

interface StoredChat {
  id: number;
  kind: string;
  lastSeq: number;
  lastMessageId: number | null;
  deliveredSeq: number;
  seenSeq: number;
  members: { userId: number; deliveredSeq: number; seenSeq: number; isBlocked: boolean }[];
  messages: { id: number; seq: number; senderId: number; content: string; createdAt: string }[];
}

let database: TestDatabase;
let app: App;
let url: string;
let lines: string[];
let chats: StoredChat[];

const signIn = (name: string) =>
  new Client(url).signIn(`${name}@${config.emailDomain}`, DEMO_PASSWORD);

/** Wraps the database so that the last step of the seed fails. */
function failingAtTheEnd(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          run: (query) =>
            query.text.includes('insert into devices')
              ? Promise.reject(new Error('the machine stopped'))
              : tx.run(query),
        }),
      ),
  };
}

const readChats = () =>
  database.db.many<StoredChat>(sql`
    select c.id, c.kind, c.last_seq, c.last_message_id, c.delivered_seq, c.seen_seq,
      (select coalesce(json_agg(json_build_object(
          'userId', m.user_id, 'deliveredSeq', m.delivered_seq, 'seenSeq', m.seen_seq,
          'isBlocked', u.blocked_at is not null) order by m.user_id), '[]')
        from chat_members m join users u on u.id = m.user_id where m.chat_id = c.id) as members,
      (select coalesce(json_agg(json_build_object('id', m.id, 'seq', m.seq, 'senderId', m.sender_id,
          'content', m.content, 'createdAt', m.created_at) order by m.seq), '[]')
        from messages m where m.chat_id = c.id) as messages
    from chats c order by c.id`);

beforeAll(async () => {
  database = await createTestDatabase();
  await expect(
    fillDemo({ config, db: failingAtTheEnd(database.db), storage: openStorage(config) }, NOW),
  ).rejects.toThrow('the machine stopped');
  expect(await hasUsers(database.db)).toBe(false);
  lines = await seedDatabase(config, database.db, NOW);
  chats = await readChats();
  app = await buildApp(config, database.db, createLog(config.logLevel));
  url = `http://127.0.0.1:${await app.listen()}`;
});

afterAll(async () => {
  await app.close();
  await database.remove();
  await rm(DATA_DIR, { recursive: true });
});

test('the company has 40 people in all three roles, in 2 projects, 4 offices and 8 groups besides GENERAL', async () => {
  const elena = await signIn('elena');
  const users = await usersOf(elena);
  expect(users).toHaveLength(40);
  expect(new Set(users.map(({ role }) => role))).toEqual(
    new Set(['ADMIN', 'GROUP_MANAGER', 'USER']),
  );
  expect(users.filter(({ blockedAt }) => blockedAt)).toHaveLength(1);
  const sizes = await Promise.all(
    ['/projects', '/offices', '/groups'].map(
      async (path) => (await elena.request<unknown[]>('GET', path)).content.length,
    ),
  );
  expect(sizes).toEqual([2, 4, 9]);
});

test('one office has working hours, so that a newcomer sees them; all others have none', async () => {
  const elena = await signIn('elena');
  const offices = (await elena.call(listOffices, {})).content;
  const hours = await Promise.all(
    offices.map(async ({ name, uuid }) => {
      const { content } = await elena.call(getOfficeWorkingHours, { params: { officeId: uuid } });
      return [name, content?.days.length ?? null] as const;
    }),
  );
  expect(Object.fromEntries(hours)).toEqual({
    ...{ Madrid: null, Valencia: null, Sevilla: null },
    Málaga: 9,
  });
  expect((await elena.call(getWorkingHours, {})).content).toBeNull();
});

test('about 5,000 messages of the last 60 days stand in chats of every kind', () => {
  const messages = chats.flatMap((chat) => chat.messages);
  expect(messages.length).toBeGreaterThan(4500);
  expect(messages.length).toBeLessThan(5500);
  expect(new Set(chats.map(({ kind }) => kind))).toEqual(new Set(['GROUP', 'DIRECT', 'PERSONAL']));
  for (const { createdAt } of messages) {
    const age = NOW.getTime() - new Date(createdAt).getTime();
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(61 * DAY_MS);
  }
});

test('every chat is numbered without gaps, in the order of time, and ends with its last message', () => {
  for (const chat of chats) {
    expect(chat.messages.map(({ seq }) => seq)).toEqual(chat.messages.map((_, index) => index + 1));
    const times = chat.messages.map(({ createdAt }) => new Date(createdAt).getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(chat.lastSeq).toBe(chat.messages.length);
    expect(chat.lastMessageId).toBe(chat.messages.at(-1)?.id ?? null);
  }
});

test('only members write, nobody says twice in a row what was just said, and no slot stays open', () => {
  for (const { members, messages } of chats) {
    const memberIds = members.map(({ userId }) => userId);
    for (const [index, message] of messages.entries()) {
      expect(memberIds).toContain(message.senderId);
      expect(message.content).not.toBe(messages[index - 1]?.content);
      expect(message.content).not.toMatch(/[{}]/);
    }
  }
});

test('marks agree with the messages: the chat stands where its last member does, and writing is seeing', () => {
  for (const { kind, lastSeq, members, messages, ...chat } of chats) {
    for (const { userId, deliveredSeq, seenSeq } of members) {
      const own = messages.findLast(({ senderId }) => senderId === userId)?.seq ?? 0;
      expect(seenSeq).toBeGreaterThanOrEqual(own);
      expect(deliveredSeq).toBeGreaterThanOrEqual(seenSeq);
      expect(deliveredSeq).toBeLessThanOrEqual(lastSeq);
    }
    if (kind === 'PERSONAL') continue;
    // A group's status does not wait for blocked people.
    const awaited = members.filter(({ isBlocked }) => kind === 'DIRECT' || !isBlocked);
    expect(chat.seenSeq).toBe(Math.min(...awaited.map(({ seenSeq }) => seenSeq)));
    expect(chat.deliveredSeq).toBe(Math.min(...awaited.map(({ deliveredSeq }) => deliveredSeq)));
  }
});

test('a user signs in and finds their groups, chats and messages, with the unread ones counted', async () => {
  const ana = await signIn('ana');
  const groups = (await ana.call(listOwnGroups, {})).content;
  expect(groups.map(({ name }) => name)).toEqual(['GENERAL', 'Administración', 'Ventas']);
  const unread = groups.reduce((sum, group) => sum + group.unreadCount, 0);
  const stored = chats.flatMap((chat) => {
    const mine = chat.members.find(({ userId }) => userId === ana.user.id);
    if (!mine || chat.kind === 'PERSONAL') return [];
    return chat.messages.filter(
      ({ seq, senderId }) => seq > mine.seenSeq && senderId !== mine.userId,
    );
  });
  expect(unread).toBe(stored.length);
  expect(unread).toBeGreaterThan(0);
  const groupId = required(groups[2], 'group').uuid;
  const entries = (await ana.call(listGroupChats, { params: { groupId } })).content;
  expect(entries.filter(({ lastMessage }) => lastMessage).length).toBeGreaterThan(2);
  const chatId = required(firstOf(entries).chatUuid, 'chat');
  const page = (await ana.call(listMessages, { params: { chatId } })).content;
  expect(page).toHaveLength(50);
  expect(page.some(({ replyToMessageUuid }) => replyToMessageUuid !== null)).toBe(true);
});

test('messages stand at every status: sent, delivered, seen', async () => {
  const elena = await signIn('elena');
  const page = (await elena.call(listChats, { query: { size: '200' } })).content;
  expect(new Set(page.map(({ lastMessage }) => lastMessage?.status))).toEqual(
    new Set(['SENT', 'DELIVERED', 'SEEN']),
  );
});

test('people show each other pictures and sheets, call each other by name and react', async () => {
  const ana = await signIn('ana');
  const groups = (await ana.call(listOwnGroups, {})).content;
  const groupId = required(
    groups.find(({ name }) => name === 'Ventas'),
    'group',
  ).uuid;
  const entries = (await ana.call(listGroupChats, { params: { groupId } })).content;
  const params = { chatId: required(firstOf(entries).chatUuid, 'chat') };
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) => ana.call(listMessages, { params, query: { page } })),
  );
  const messages = pages.flatMap(({ content }) => content);
  const image = messages.find(({ type }) => type === 'IMAGE');
  expect(image).toMatchObject({ mediaWidth: 960, mediaHeight: 600 });
  for (const size of ['', '?size=thumb']) {
    const headers = { authorization: `Bearer ${ana.token}` };
    const { status } = await fetch(`${url}${image?.mediaUrl}${size}`, { headers });
    expect(status).toBe(200);
  }
  expect(messages.some(({ reactions }) => reactions.length > 0)).toBe(true);
  expect(messages.every(({ reactions }) => reactions.every(({ emoji }) => isEmoji(emoji)))).toBe(
    true,
  );
  const calling = messages.find(({ mentions }) => mentions.length > 0);
  expect(calling?.content).toContain(`@${calling?.mentions[0]?.email}`);
  const kinds = await database.db.many<{ type: string }>(sql`
    select distinct m.type from messages m join files f on f.message_id = m.id order by m.type`);
  expect(kinds).toEqual([{ type: 'FILE' }, { type: 'IMAGE' }]);
  const bare = await database.db.many(sql`
    select from messages m where m.type <> 'TEXT' and not exists (select from files f where f.message_id = m.id)`);
  expect(bare).toEqual([]);
});

test('some devices wait to be authorised', async () => {
  const elena = await signIn('elena');
  const devices = (await elena.call(listDevices, {})).content;
  expect(devices.filter(({ approvedAt }) => !approvedAt)).toHaveLength(4);
  expect(devices.length).toBeGreaterThan(40);
});

test('it says who can sign in; filling again changes nothing', async () => {
  expect(lines.join('\n')).toContain(DEMO_PASSWORD);
  const named = lines.join('\n').match(/[a-z]+@empresa\.local/g) ?? [];
  for (const email of named) await new Client(url).signIn(email, DEMO_PASSWORD);
  await seedDatabase(config, database.db, NOW);
  expect(await readChats()).toEqual(chats);
});

test('a database with people of its own is refused', async () => {
  await database.db.run(sql`update users set email = 'otra-' || email`);
  await expect(seedDatabase(config, database.db, NOW)).rejects.toThrow('datos propios');
  expect(await readChats()).toEqual(chats);
});
