import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureCluster } from '@chat/embedded-postgres/create-cluster';
import { onGround } from './ground.ts';

/** Writes the peak of a process's memory into a file at its end, in KiB. */
const peakNoted = (file: string) =>
  new URL(`data:text/javascript,
    import { writeFileSync } from 'node:fs';
    process.on('exit', () =>
      writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`);

async function peakOf(work: (note: URL, folder: string) => unknown): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
  try {
    const file = join(folder, 'peak');
    await work(peakNoted(file), folder);
    return Number(await readFile(file, 'utf8')) / 1024;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads the same kind of sources, and does nothing. */
const bare = (note: URL) =>
  spawnSync(process.execPath, [...process.execArgv, `--import=${note.href}`, '--eval', '']);

export const newCluster = onGround(
  async () => ({ stop: async () => {} }),
  [
    {
      name: 'the embedded engine makes its database',
      // Beside Node.js alone, some 90 MB. A test allowed 384, less than a machine of 512 MB has.
      figures: { 'memory at its peak': { unit: 'MiB', ratioAtMost: 4.2 } },
      quiet: async () => ({ 'memory at its peak': await peakOf(bare) }),
      disturbed: async () => ({
        'memory at its peak': await peakOf((note, folder) => ensureCluster(folder, [note])),
      }),
    },
  ],
);
