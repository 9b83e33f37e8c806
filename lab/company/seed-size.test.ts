import { listChats } from '@chat/contract/chats';
import { listDevices } from '@chat/contract/devices';
import { listGroups } from '@chat/contract/groups';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, buildApp } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config/env.ts';
import { createLog } from '../../packages/server/src/config/log.ts';
import { sql } from '../../packages/server/src/db/database.ts';
import { usersOf } from '../../packages/server/test/cast.ts';
import { Client } from '../../packages/server/test/client.ts';
import { createTestDatabase, type TestDatabase } from '../../packages/server/test/database.ts';
import { DEMO_PASSWORD } from './people.ts';
import { parseSize, seedDatabase, UsageError } from './seed-size.ts';

const config = readConfig({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DEVICE_APPROVAL: 'off',
  AUDIT_KEY: 'the-installation-key-of-all-tests',
});
const NOW = new Date(2026, 2, 18, 16, 0);
const size = { users: 120, groups: 12, chats: 150, messages: 900 };

let database: TestDatabase;
let app: App;
let url: string;
let lines: string[];

const signIn = (email: string) => new Client(url).signIn(email, DEMO_PASSWORD);

beforeAll(async () => {
  database = await createTestDatabase();
  lines = await seedDatabase(size, config, database.db, NOW);
  app = await buildApp(config, database.db, createLog(config.logLevel));
  url = `http://127.0.0.1:${await app.listen()}`;
});

afterAll(async () => {
  await app.close();
  await database.remove();
});

test('the company has the size asked for, and every chat has a message', async () => {
  const elena = await signIn('elena@empresa.local');
  const users = await usersOf(elena);
  expect(users).toHaveLength(size.users);
  expect(new Set(users.map(({ email }) => email)).size).toBe(size.users);
  expect((await elena.call(listGroups, {})).content).toHaveLength(size.groups + 1);
  const chats = await elena.call(listChats, {});
  expect(chats.pagination?.totalElements).toBe(size.chats);
  const devices = (await elena.call(listDevices, {})).content;
  expect(devices.length).toBeGreaterThan(size.users);
  expect(devices.some(({ approvedAt }) => !approvedAt)).toBe(true);
  const { count } = await database.db.one<{ count: number }>(
    sql`select count(*) as count from messages`,
  );
  expect(count).toBe(size.messages);
});

test('who it names can sign in: an administrator, a manager, a user', async () => {
  expect(lines.join('\n')).toContain(DEMO_PASSWORD);
  const named = lines.join('\n').match(/[a-z]+@empresa\.local/g) ?? [];
  const roles = await Promise.all(named.map(async (email) => (await signIn(email)).user.role));
  expect(roles).toEqual(['ADMIN', 'GROUP_MANAGER', 'USER']);
});

test('asked for again, it changes nothing; people of its own make it refuse', async () => {
  const again = await seedDatabase({ ...size, users: 200 }, config, database.db, NOW);
  expect(again[0]).toContain('ya estaba creada');
  await database.db.run(sql`update users set email = 'otra-' || email`);
  await expect(seedDatabase(size, config, database.db, NOW)).rejects.toThrow('datos propios');
});

test('fewer messages than there are dialogues cut them short', async () => {
  const small = { users: 30, groups: 1, chats: 60, messages: 90 };
  const other = await createTestDatabase();
  try {
    const [filled] = await seedDatabase(small, config, other.db, NOW);
    expect(filled).toContain(String(small.messages));
  } finally {
    await other.remove();
  }
});

describe('its options', () => {
  test('have defaults and take whole numbers', () => {
    const usual = { users: 5000, groups: 200, chats: 20_000, messages: 100_000 };
    expect(parseSize([])).toEqual(usual);
    expect(parseSize(['--users', '300', '--messages=50'])).toEqual({
      ...usual,
      users: 300,
      messages: 50,
    });
    expect(parseSize(['--help'])).toContain('--messages N');
  });

  test.each([
    ['--users', 'many'],
    ['--users', ''],
    ['--chats', '1.5'],
    ['--groups', '0'],
    ['--else'],
  ])('refuse %s %s', (...args) => {
    expect(() => parseSize(args.filter((word) => word !== undefined))).toThrow(UsageError);
  });
});
