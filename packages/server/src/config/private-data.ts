import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../shared/error-parts.ts';

const OWNER_ALONE = 0o700;
const BY_OTHERS = 0o077;

/** Makes files and folders of this process private to its own user, whatever umask it was started with. */
export function makePrivate(): void {
  process.umask(BY_OTHERS);
}

/**
 * Closes the folder of all data to everybody else; false when it is somebody else's and can only be used. Where others
 * could enter, the database in it is closed as well, should it ever be copied to another place.
 */
export async function closeToOthers(dataDir: string): Promise<boolean> {
  // It has no such modes.
  if (process.platform === 'win32') return true;
  const { mode } = await stat(dataDir);
  try {
    await chmod(dataDir, OWNER_ALONE);
  } catch (error) {
    if (codeOf(error) === 'EPERM') return false;
    throw error;
  }
  if (mode & BY_OTHERS) await closeAll(join(dataDir, 'db'));
  return true;
}

async function closeAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    // A file that keeps its mode is still inside a folder that is closed.
    if (found) await chmod(path, found.mode & ~BY_OTHERS & 0o777).catch(() => undefined);
  }
}
