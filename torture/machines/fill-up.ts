import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

const PIECE = Buffer.alloc(1024 * 1024);
const PARTS = 16;

/** Lets a file grow until not one page is left on its file system, or what is left is only what others free meanwhile. */
export function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    while (fits(descriptor, PIECE.length)) fsyncSync(descriptor);
    for (let size = PIECE.length / PARTS; size >= 4096; size /= PARTS) {
      // A database that dies and starts again over it frees pages without end.
      for (let part = 0; part < PARTS && fits(descriptor, size); part++) fsyncSync(descriptor);
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
