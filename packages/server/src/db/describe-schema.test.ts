import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { describeSchema } from './describe-schema.ts';

const FILE = new URL('../../schema.sql', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

test('schema.sql is what the migrations come to, on this engine too', async () => {
  const schema = await describeSchema(database.pool);
  expect(schema, 'npm run schema writes it anew').toBe(await readFile(FILE, 'utf8'));
});

/** The lines that `change` adds to the schema; the change is then rolled back. */
async function linesAfter(change: string): Promise<string[]> {
  const client: pg.PoolClient = await database.pool.connect();
  try {
    const before = new Set((await describeSchema(client)).split('\n'));
    await client.query('begin');
    await client.query(change);
    return (await describeSchema(client)).split('\n').filter((line) => !before.has(line));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each([
  [
    'alter table groups add colour text collate "C" default $$blue$$ not null',
    /colour text COLLATE "C" DEFAULT 'blue'::text NOT NULL/,
  ],
  [
    'alter table groups add size bigint generated always as (id * 2) stored',
    /size bigint GENERATED ALWAYS AS \(id \* 2\) STORED/,
  ],
  ['alter table audit_events alter action drop not null', /^ {2}action text,$/],
  ['alter table groups add check (id < 9)', /CONSTRAINT groups_id_check CHECK \(id < 9\)/],
  [
    'create index groups_by_hour on groups (created_at) where id > 5',
    /^CREATE INDEX groups_by_hour ON groups \(created_at\) WHERE/,
  ],
  ['alter table groups set (fillfactor = 33)', /^\) WITH \(fillfactor=33\);$/],
  [
    'create table notes (id bigint generated always as identity primary key)',
    /^CREATE TABLE notes \($/,
  ],
  ['create sequence tickets', /^CREATE SEQUENCE tickets;$/],
  [
    'create trigger once after insert on groups execute function refuse_audit_change()',
    /^CREATE TRIGGER once AFTER INSERT ON groups/,
  ],
])('it shows: %s', async (change, line) => {
  expect(await linesAfter(change)).toContainEqual(expect.stringMatching(line));
});
