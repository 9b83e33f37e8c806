import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { codeOf } from '../../support/errors.ts';

const PIECE = Buffer.alloc(1024 * 1024);

/** Lets a file grow until not one page is left on its file system. */
export function fillUp(file: string): void {
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
