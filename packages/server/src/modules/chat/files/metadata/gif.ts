import type { FileBytes } from '../recordings/file-bytes.ts';
import { Parts } from './pieces.ts';

const HEADER = 13;
const [IMAGE, EXTENSION, END] = [0x2c, 0x21, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
const IMAGE_HEADER = 10;
/** The name of an application, after the length of the name. */
const NAME_AT = 3;
const NAME_LENGTH = 11;
// How often it moves, and its colour profile.
const NEEDED = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** A table of colours takes three bytes each. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Where the blocks that begin there end: each says its length, and one without contents is the last. */
async function endOfBlocks(bytes: FileBytes, from: number): Promise<number> {
  for (let at = from; ; ) {
    const [length] = await bytes.upTo(1, at);
    if (length === undefined) return bytes.size;
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** A frame, or what is said about frames. */
async function isNeeded(bytes: FileBytes, at: number, kind: number): Promise<boolean> {
  if (kind === IMAGE) return true;
  const extension = await bytes.upTo(NAME_AT + NAME_LENGTH, at);
  if (extension[1] === COMMENT) return false;
  return extension[1] !== APPLICATION || NEEDED.includes(extension.toString('latin1', NAME_AT));
}

/** The part of a GIF that stays: its frames, how they follow each other, and its colour profile. */
export async function planGif(bytes: FileBytes): Promise<Parts | undefined> {
  const head = await bytes.exactly(HEADER, 0);
  if (!head) return undefined;
  const parts = new Parts(bytes.size);
  let at = HEADER + tableBytes(head[10] ?? 0);
  parts.keep(0, at);
  for (;;) {
    const block = await bytes.upTo(IMAGE_HEADER, at);
    const [kind] = block;
    if (kind === undefined) return parts;
    if (kind === END) {
      parts.keep(at, at + 1);
      return parts;
    }
    if (kind !== IMAGE && kind !== EXTENSION) return undefined;
    // Before its pixels stands how many bits a code begins with.
    const pixelsAt = at + IMAGE_HEADER + tableBytes(block[9] ?? 0) + 1;
    const end = await endOfBlocks(bytes, kind === IMAGE ? pixelsAt : at + 2);
    if (await isNeeded(bytes, at, kind)) parts.keep(at, end);
    at = end;
  }
}
