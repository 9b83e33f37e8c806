import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureCluster } from './create-cluster.ts';

/** Some 50 MB of it are tsx, which a built program does without; the rest has differed by 30 MB among machines. */
const MAX_MB = 384;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-memory-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** In the process that makes the cluster: records its peak memory. */
const peakNoted = (file: string) =>
  new URL(`data:text/javascript,
    import { writeFileSync } from 'node:fs';
    process.on('exit', () =>
      writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`);

it('the process that makes a cluster takes less than a machine of 512 MB has', async () => {
  const file = join(folder, 'peak');
  await ensureCluster(folder, [peakNoted(file)]);
  expect(Number(await readFile(file, 'utf8')) / 1024).toBeLessThan(MAX_MB);
}, 120_000);
