import { statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Tests write databases, browser profiles and files that nobody keeps: into memory, where there is plenty of it. */
export function useMemoryForTemporaryFiles(env = process.env) {
  if (env.TMPDIR === undefined && hasRoom()) env.TMPDIR = MEMORY;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
