import { open, statfs } from 'node:fs/promises';
import { codeOf } from '../shared/error-parts.ts';

/** Resources that can run out while a file is written or opened. */
export type Shortage = 'disk' | 'descriptors';

const NO_ROOM = /^(ENOSPC|EDQUOT)$/;
const NO_DESCRIPTORS = /^(EMFILE|ENFILE)$/;
// With less than this no picture fits any more.
const MIN_FREE_BYTES = 2 ** 20;

/** The shortage that a failure, or its cause, tells of. */
export function shortageOf(error: unknown): Shortage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (NO_ROOM.test(code)) return 'disk';
  if (NO_DESCRIPTORS.test(code)) return 'descriptors';
  return shortageOf(error.cause);
}

export async function freeBytes(folder: string): Promise<number> {
  return (await roomIn(folder)).free;
}

/** Of its disk, what is free for us and all of it, in bytes. */
export async function roomIn(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Why nothing new can be stored in `folder`; it writes nothing to find out, since anybody may ask. */
export async function findShortage(folder: string): Promise<Shortage | undefined> {
  try {
    const handle = await open(folder, 'r');
    await handle.close();
    const { bavail, bsize, files, ffree } = await statfs(folder);
    // Some file systems make as many as are wanted, and count none.
    const isWithoutNames = files > 0 && ffree === 0;
    return bavail * bsize < MIN_FREE_BYTES || isWithoutNames ? 'disk' : undefined;
  } catch (error) {
    const shortage = shortageOf(error);
    if (shortage) return shortage;
    throw error;
  }
}
