import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clusterIn, ensureCluster } from './create-cluster.ts';
import { openEmbedded } from './open-embedded.ts';

vi.setConfig({ testTimeout: 120_000 });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-test-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(folder, { recursive: true });
});

test('a cluster is for its user alone, and nothing of an earlier crash stays beside it', async () => {
  await mkdir(join(folder, 'cluster.draft-1', 'of-a-crash'), { recursive: true });
  await ensureCluster(folder);
  expect(await readdir(folder)).toEqual(['cluster']);
  const names = await readdir(clusterIn(folder), { recursive: true });
  expect(names.length).toBeGreaterThan(900);
  const modes = await Promise.all(
    ['', ...names].map(async (name) => (await stat(join(clusterIn(folder), name))).mode & 0o077),
  );
  expect(modes.filter((mode) => mode !== 0)).toEqual([]);
});

/** Everything that a new database begins with, and how the databases keep texts. */
const CONTENTS = {
  tables:
    "select relname from pg_class where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace order by 1",
  databases:
    'select datname, encoding, datlocprovider, datcollate, datctype from pg_database order by 1',
  data: 'select data_page_checksum_version, database_block_size, wal_block_size from pg_control_init()',
};
// Both are about the making, not about the outcome.
const ABOUT_MAKING = /^pg_(class|statistic)$/;

test('a cluster holds what the engine itself would make', async () => {
  const made = new PGlite(join(folder, 'made'));
  const { pool, close } = await openEmbedded(join(folder, 'unpacked'));
  const asked = async (text: string) => {
    const [{ rows: own }, { rows }] = await Promise.all([made.query(text), pool.query(text)]);
    return [own, rows];
  };
  for (const text of Object.values(CONTENTS)) {
    const [own, unpacked] = await asked(text);
    expect(unpacked).toEqual(own);
  }
  const { rows: tables } = await made.query<{ relname: string }>(CONTENTS.tables);
  const names = tables.map(({ relname }) => relname).filter((name) => !ABOUT_MAKING.test(name));
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) {
    const [own, unpacked] = await asked(
      `select count(*)::int as rows, md5(string_agg(t::text, ' ' order by t::text)) as all from ${name} t`,
    );
    expect({ name, has: unpacked }).toEqual({ name, has: own });
  }
  await close();
  await made.close();
});

test('where the disk refuses a file, no draft stays', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  vi.spyOn(fs, 'writeFileSync').mockImplementationOnce(() => {
    throw full;
  });
  syncBuiltinESMExports();
  await expect(ensureCluster(folder)).rejects.toBe(full);
  expect(await readdir(folder)).toEqual([]);
});
