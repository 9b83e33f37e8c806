import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clusterIn, ensureCluster } from './create-cluster.ts';
import { openEmbedded } from './open-embedded.ts';

const PATIENTLY_MS = 120_000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-test-'));
});

afterEach(() => rm(folder, { recursive: true }));

it(
  'a cluster is made by a process of its own, which leaves nothing beside it',
  async () => {
    const file = join(folder, 'maker');
    const noted = new URL(`data:text/javascript,
      import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(file)}, String(process.pid));`);
    await mkdir(join(folder, 'cluster.draft-1', 'of-a-crash'), { recursive: true });
    await ensureCluster(folder, [noted]);
    expect(Number(await readFile(file, 'utf8'))).not.toBe(process.pid);
    expect((await readdir(folder)).sort()).toEqual(['cluster', 'maker']);
    expect((await stat(clusterIn(folder))).mode & 0o007).toBe(0);
    const { pool, close } = await openEmbedded(folder);
    const { rows } = await pool.query('show shared_buffers');
    expect(rows).toEqual([{ shared_buffers: '16MB' }]);
    await close();
  },
  PATIENTLY_MS,
);

it(
  'why none could be made is told',
  async () => {
    await writeFile(join(folder, 'file'), '');
    const broken = new URL(`data:text/javascript,throw new Error('broken disk')`);
    await expect(ensureCluster(folder, [broken])).rejects.toThrow('broken disk');
    expect(await readdir(folder)).toEqual(['file']);
  },
  PATIENTLY_MS,
);
