import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../scripts/lib/run.mjs';

/** A small file system mounted for one round. */
export interface Medium {
  losePower?: () => Promise<void>;
  mountAgain?: () => Promise<void>;
}

const SIZE_MB = 640;
const BUSY_RETRY_MS = 100;

// EXT4_IOC_SHUTDOWN without flushing its log: from this moment nothing reaches the device, as when the power goes.
// Synced data are in the journal or in place, and the next mount finds them and nothing else.
const SHUT_DOWN =
  'open(my $d, "<", $ARGV[0]) or die; my $f = pack("I", 2); ioctl($d, 0x8004587d, $f) or die';

/**
 * An ext4 in a file, or where that cannot be mounted a tmpfs, which can be filled but has no power to lose. Undefined
 * where nothing can be mounted: only root may, and not in every container.
 */
export async function mountMedium(home: string, folder: string): Promise<Medium | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  return (await mountImage(join(home, 'image'), folder)) ?? (await mountMemory(folder));
}

async function mountImage(image: string, folder: string): Promise<Medium | undefined> {
  writeFileSync(image, '');
  truncateSync(image, SIZE_MB * 2 ** 20);
  const mount = () => succeeds('mount', ['-o', 'loop', image, folder]);
  if (!(await succeeds('mkfs.ext4', ['-q', '-F', '-m', '0', image]))) return undefined;
  if (!(await mount())) return undefined;
  const medium: Medium = {
    async mountAgain() {
      while (!(await succeeds('umount', [folder]))) {
        await new Promise((later) => setTimeout(later, BUSY_RETRY_MS));
      }
      if (!(await mount())) throw new Error('The disk does not mount again');
    },
  };
  if (!(await succeeds('perl', ['-e', '1']))) return medium;
  return {
    ...medium,
    async losePower() {
      const cut = await run('perl', ['-e', SHUT_DOWN, folder]);
      if (cut.code !== 0) throw new Error(`The power could not be cut: ${cut.output}`);
    },
  };
}

async function mountMemory(folder: string): Promise<Medium | undefined> {
  const args = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder];
  return (await succeeds('mount', args)) ? {} : undefined;
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
  const { code } = await run(command, args).catch(() => ({ code: 1 }));
  return code === 0;
}
