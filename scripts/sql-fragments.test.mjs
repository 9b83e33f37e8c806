import { describe, expect, it } from 'vitest';
import { findFragments, findStrangeFragments, shared } from './lib/sql-fragments.mjs';
import { serverSources } from './lib/table-writers.mjs';

const queries = 'modules/chat/store/reactions.queries.ts';

it('each statement of the server stands whole in one file, but for the parts on the list', () => {
  expect(findStrangeFragments(serverSources())).toEqual([]);
});

describe('a part for statements of other files is found', () => {
  it.each([
    ['isGone', 'export const isGone = sql`m.deleted_at is not null`;'],
    ['isGone', 'export const isGone: Sql = gone;'],
    ['isGone', `export const isGone = (m: number) => sql\`\${m}.deleted_at is not null\`;`],
    ['isGone', `export const isGone = (m: string): Sql => join([sql\`\${m}\`]);`],
    [
      'isGone',
      'export function isGone(isAll: boolean) {\n  return isAll ? sql`true` : sql`false`;\n}',
    ],
    ['parts', 'export const parts = { place: sql`1`, order: empty };'],
    ['Parts', 'export interface Parts { take: Sql }'],
    ['Part', 'export type Part = (of: Sql) => string;'],
    ['findWhere', 'export const findWhere = (db: Db, condition: Sql) => db.many(condition);'],
    ['findBy', 'export async function findBy(db: Db, { more }: { more: Sql }) {}'],
  ])('%s: %s', (name, source) => {
    expect(findFragments(queries, source)).toEqual([`${queries}: ${name}`]);
  });
});

describe('no such part is', () => {
  it.each([
    'const isGone = sql`m.deleted_at is not null`;',
    'export const findAll = (db: Db): Promise<Row[]> => db.many(sql`select from chats`);',
    'export async function findAll(db: Db) {\n  const some: Sql = sql`1`;\n  return db.many(some);\n}',
    "export const words = 'sql';",
  ])('%s', (source) => {
    expect(findFragments(queries, source)).toEqual([]);
  });
});

it('one more among all is found, and one on the list that is gone', () => {
  const [file = ''] = shared[0].split(': ');
  const sources = serverSources();
  sources.set(queries, 'export const isGone = sql`m.deleted_at is not null`;').set(file, '');
  expect(findStrangeFragments(sources)).toEqual([
    `${queries}: isGone is part of statements in other files`,
    ...shared
      .filter((one) => one.startsWith(`${file}: `))
      .map((one) => `${one} is on the list and nowhere else`),
  ]);
});
