import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { required } from '@chat/contract/checks';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../../test/installation.ts';
import { fillEveryTable, findEmptyTables } from '../../../test/older-data.ts';
import { type BackupContents, rewriteBackup } from '../../../test/rewritten-backup.ts';
import { findTables, LEFT_OUT } from '../../db/transfer/tables.ts';
import { backup, restore } from '../backup.ts';

const patiently = { timeout: 120_000 };
const engines: [string, Parameters<typeof createInstallation>[0]][] = [
  ['the embedded engine', { engine: 'embedded' }],
];
if (process.env.TEST_DATABASE_URL) engines.push(['PostgreSQL', {}]);

let folder: string;
let whole: string;
let source: Installation;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-tables-'));
  whole = join(folder, 'whole.tar');
  source = await createInstallation({ database: 'bare' });
  await source.onDatabase(async (client) => {
    await client.query('begin');
    await fillEveryTable(client);
    await client.query('commit');
  });
  expect(await source.run(backup, '--to', whole)).toMatchObject({ code: 0 });
}, patiently.timeout);
afterAll(async () => {
  await source.remove();
  await rm(folder, { recursive: true });
});

/** The rows of each table that belongs to the data. */
async function readTables(installation: Installation): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  await installation.onDatabase(async (client: pg.PoolClient) => {
    await client.query("set timezone = 'UTC'");
    for (const { name } of await findTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      found.set(name, rows.map(({ row }) => row).sort());
    }
  });
  return found;
}

/** A backup with a change that its checksums do not betray. */
async function changed(name: string, change: (contents: BackupContents) => void) {
  const file = join(folder, name);
  await rewriteBackup(whole, file, change);
  return file;
}

const tableIn = ({ tables }: BackupContents, wanted: string) =>
  required(
    tables.find(({ name }) => name === wanted),
    wanted,
  );

describe('a backup of data with a row in every table', () => {
  test('has them all: a new table needs a row in older-data.ts or older-rows.ts', async () => {
    await source.onDatabase(async (client) => {
      expect(await findEmptyTables(client)).toEqual([]);
    });
  });

  test.each(engines)(
    'is restored on %s with the same rows, and without what hangs on sessions',
    patiently,
    async (_, wanted) => {
      const target = await createInstallation(wanted);
      const { code, said } = await target.run(restore, whole);
      expect(said).toMatch(/^No vuelven con la copia: las sesiones abiertas, [^\n]*$/m);
      expect(code).toBe(0);
      const expected = await readTables(source);
      for (const name of LEFT_OUT) expected.set(name, []);
      const restored = await readTables(target);
      expect(restored).toEqual(expected);
      expect([...restored].filter(([, rows]) => rows.length === 0).map(([name]) => name)).toEqual(
        expect.arrayContaining([
          'push_farewells',
          'push_notifications',
          'push_subscriptions',
          'push_withheld',
        ]),
      );
      expect(restored.get('push_key')).toHaveLength(1);
      await target.remove();
    },
  );
});

describe('verify', () => {
  test.each([
    ['offices', 'groups', (_: string) => ''],
    ['chat_members', 'messages', (lines: string) => lines.split('\n').slice(1).join('\n')],
  ])(
    'finds a row that hangs on a row of %s that is not there',
    patiently,
    async (to, from, without) => {
      const file = await changed(`${to}.tar`, (contents) => {
        const table = tableIn(contents, to);
        table.lines = without(table.lines);
      });
      expect(await source.run(backup, 'verify', file)).toEqual({
        code: 1,
        said: expect.stringContaining(
          `hay filas de ${from} que dependen de otras de ${to} que faltan`,
        ),
      });
    },
  );

  test('finds rows that are not in the order of their key', patiently, async () => {
    const file = await changed('order.tar', (contents) => {
      const table = tableIn(contents, 'users');
      table.lines = `${table.lines.trimEnd().split('\n').reverse().join('\n')}\n`;
    });
    expect(await source.run(backup, 'verify', file)).toMatchObject({ code: 1 });
  });

  test(
    'and restore take the backup of a version that kept push subscriptions',
    patiently,
    async () => {
      const file = await changed('older.tar', (contents) => {
        contents.head.references = undefined;
        contents.tables.push({
          name: 'push_subscriptions',
          columns: ['id', 'session_id'].map((name) => ({ name, type: 'bigint' })),
          key: ['id'],
          rows: 1,
          sha256: '',
          lines: '["1","1"]\n',
        });
      });
      expect(await source.run(backup, 'verify', file)).toMatchObject({ code: 0 });
      const target = await createInstallation();
      expect(await target.run(restore, file)).toMatchObject({ code: 0 });
      expect((await readTables(target)).get('push_subscriptions')).toEqual([]);
      await target.remove();
    },
  );
});
