import { type FileBytes, WINDOW } from '../recordings/file-bytes.ts';
import { exifOf, orientationOf } from './orientation.ts';
import { Parts } from './pieces.ts';

const HEADER = 12;
const CHUNK_HEADER = 8;
const [SIZE_AT, FLAGS_AT] = [4, 8];
const EXTENDED = 18;
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const NEEDED = ['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];

function exifChunk(orientation: number): Buffer {
  const exif = exifOf(orientation);
  const head = Buffer.from('EXIF\0\0\0\0');
  head.writeUInt32LE(exif.length, SIZE_AT);
  return Buffer.concat([head, exif]);
}

/** The part of a WebP that stays: its pixels, its colour profile, and how the camera was held. */
class BareWebp {
  readonly parts: Parts;
  readonly #bytes: FileBytes;
  readonly #head: Buffer;
  /** Names what else is in the file; without it there is nothing else. */
  #extended: Buffer | undefined;
  #size = SIZE_AT;
  #isTurned = false;

  constructor(bytes: FileBytes, head: Buffer) {
    this.#bytes = bytes;
    this.#head = Buffer.from(head);
    this.parts = new Parts(bytes.size);
    this.parts.put(this.#head);
  }

  /** False when it cannot be. */
  async add(name: string, from: number, length: number): Promise<boolean> {
    const whole = CHUNK_HEADER + length + (length % 2);
    if (name === 'VP8X') return this.#extend(from, whole);
    if (name === 'EXIF') await this.#turn(from + CHUNK_HEADER, length);
    if (!NEEDED.includes(name)) return true;
    this.parts.keep(from, from + whole);
    this.#size += whole;
    return true;
  }

  /** Its lengths and flags, once all of it is known. */
  end(): Parts {
    this.#head.writeUInt32LE(Math.min(this.#size, 0xffff_fffe), SIZE_AT);
    if (this.#extended) {
      const flags = (this.#extended[FLAGS_AT] ?? 0) & ~(HAS_EXIF | HAS_XMP);
      this.#extended[FLAGS_AT] = flags | (this.#isTurned ? HAS_EXIF : 0);
    }
    return this.parts;
  }

  async #extend(from: number, whole: number): Promise<boolean> {
    const chunk = await this.#bytes.exactly(EXTENDED, from);
    if (!chunk || whole !== EXTENDED || this.#extended) return false;
    this.#extended = Buffer.from(chunk);
    this.#put(this.#extended);
    return true;
  }

  async #turn(at: number, length: number): Promise<void> {
    if (!this.#extended || this.#isTurned) return;
    const orientation = orientationOf(await this.#bytes.upTo(Math.min(length, WINDOW), at));
    if (orientation === undefined) return;
    this.#isTurned = true;
    this.#put(exifChunk(orientation));
  }

  #put(chunk: Buffer): void {
    this.parts.put(chunk);
    this.#size += chunk.length;
  }
}

export async function planWebp(bytes: FileBytes): Promise<Parts | undefined> {
  const head = await bytes.exactly(HEADER, 0);
  if (!head) return undefined;
  const end = Math.min(bytes.size, CHUNK_HEADER + head.readUInt32LE(SIZE_AT));
  const bare = new BareWebp(bytes, head);
  for (let at = HEADER; at < end; ) {
    const chunk = await bytes.exactly(CHUNK_HEADER, at);
    if (!chunk) break;
    const length = chunk.readUInt32LE(SIZE_AT);
    if (!(await bare.add(chunk.toString('latin1', 0, SIZE_AT), at, length))) return undefined;
    at += CHUNK_HEADER + length + (length % 2);
  }
  return bare.end();
}
