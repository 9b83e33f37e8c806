import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';

const SMALL_DISK = '640m';
const PIECE = Buffer.alloc(1024 * 1024);

/** Where one round keeps its data: a folder, or a small file system of its own that can be filled. */
export interface Disk {
  folder: string;
  isSmall: boolean;
  /** Writes until nothing more fits. */
  fill(): void;
  clear(): void;
  remove(): void;
}

export async function openDisk(wantsSmall: boolean): Promise<Disk> {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-torture-'));
  const isSmall = wantsSmall && (await isMounted(folder));
  const release = () => {
    if (isSmall) spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', release);
  const ballast = join(folder, 'ballast');
  const clear = () => rmSync(ballast, { force: true });
  return {
    folder,
    isSmall,
    fill: () => writeUntilFull(ballast),
    clear,
    remove() {
      process.off('exit', release);
      release();
    },
  };
}

/** Only root may, and not in every container: without it the disk is not filled, and the report says so. */
async function isMounted(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const args = ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', folder];
  const mounted = await run('mount', args).catch(() => ({ code: 1 }));
  return mounted.code === 0;
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    // Ever smaller pieces, so that not one page is left.
    for (let size = PIECE.length; size >= 4096; size /= 16) {
      while (fits(descriptor, size)) fsyncSync(descriptor);
    }
  } finally {
    closeSync(descriptor);
  }
}

function fits(descriptor: number, size: number): boolean {
  try {
    return writeSync(descriptor, PIECE, 0, size) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
