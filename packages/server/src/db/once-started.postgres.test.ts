import { required } from '@chat/contract/checks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  openRefusingPostgres,
  type RefusingPostgres,
  refusal,
} from '../../test/refusing-postgres.ts';
import { sql } from './database.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
let refusing: RefusingPostgres;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

beforeEach(async () => {
  refusing = await openRefusingPostgres(
    required(database.pool.options.connectionString, 'database'),
  );
});
afterEach(() => refusing.close());

const open = () => openDatabase({ databaseUrl: refusing.url, dataDir: '' }, () => {});

test('a database that is starting or recovering is waited for', async () => {
  refusing.refusals.push(
    refusal('57P03', 'the database system is starting up'),
    refusal('57P03', 'the database system is in recovery mode'),
  );
  const db = await open();
  expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 });
  await db.close();
});

test('one that refuses for another reason is not', async () => {
  refusing.refusals.push(refusal('28P01', 'password authentication failed'));
  await expect(open()).rejects.toThrow('password authentication failed');
  expect(refusing.asked()).toBe(1);
});
