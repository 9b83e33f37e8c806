import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '../../support/helpers.ts';
import { type Medium, mountMedium } from './medium.ts';

/** Where one round keeps its data: a folder, or a small file system of its own that can be filled and lose its power. */
export interface Disk {
  folder: string;
  isSmall: boolean;
  /** Writes until nothing more fits. */
  fill(): void;
  clear(): void;
  /** Every write that was not synced is gone, and nothing can be written until `powerUp`. Undefined: it cannot be done here. */
  losePower: (() => Promise<void>) | undefined;
  /** Once nothing has a file open any more. */
  powerUp(): Promise<void>;
  remove(): void;
}

export async function openDisk(wantsSmall: boolean): Promise<Disk> {
  const home = mkdtempSync(join(tmpdir(), 'web-chat-torture-'));
  // The user of PostgreSQL must be able to pass.
  chmodSync(home, 0o711);
  const folder = join(home, 'disk');
  mkdirSync(folder);
  const medium: Medium | undefined = wantsSmall ? await mountMedium(home, folder) : undefined;
  const release = () => {
    if (medium) spawnSync('umount', ['--lazy', folder]);
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', release);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    isSmall: medium !== undefined,
    fill: () => fillUp(ballast),
    clear: () => removeForGood(ballast),
    losePower: medium?.losePower,
    powerUp: async () => medium?.mountAgain?.(),
    remove() {
      process.off('exit', release);
      release();
    },
  };
}

/** A power cut soon after would bring it back, and the disk would be full for the rest of the round. */
function removeForGood(file: string): void {
  rmSync(file, { force: true });
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

const PIECE = Buffer.alloc(1024 * 1024);

/** Lets a file grow until not one page is left on its file system. */
function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
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
    if (codeOf(error) === 'ENOSPC') return false;
    throw error;
  }
}
