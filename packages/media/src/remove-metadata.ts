import { crc32 } from 'node:zlib';
import { FileBytes, Parts, WINDOW } from './file-bytes.ts';
import { exifOf, orientationOf, planJpeg } from './jpeg.ts';
import { removePlaces } from './movie.ts';

/** The parts of a picture without its metadata; undefined where they are not understood. */
type Plan = (bytes: FileBytes) => Promise<Parts | undefined>;

const plans: Record<string, Plan> = {
  'image/jpeg': planJpeg,
  'image/png': planPng,
  'image/apng': planPng,
  'image/webp': planWebp,
  'image/gif': planGif,
};

// All of these consist of the boxes of MP4.
const MOVIE = /^(?:video|audio)\/(?:mp4|quicktime|x-m4v|x-m4a|3gpp2?)(?:;|$)/;

// Enough for a GIF of 25 MB; the picture is looked at in the same time.
const MAX_LOOKS = 125_000;

const barePathOf = (path: string): string => `${path}.bare`;

/**
 * Writes a picture beside itself, without what tells of place, camera or people; nothing is encoded anew. Undefined
 * where nothing has to go, or its parts are not understood.
 */
export async function writeBare(path: string, mediaType: string): Promise<string | undefined> {
  const plan = plans[mediaType];
  if (!plan) return undefined;
  const parts = await FileBytes.of(
    path,
    async (bytes) => {
      const planned = await plan(bytes);
      return bytes.isSpent ? undefined : planned;
    },
    MAX_LOOKS,
  );
  if (!parts || parts.isWhole) return undefined;
  const target = barePathOf(path);
  await parts.write(path, target);
  return target;
}

/** A film loses its place, in its file. */
export async function removePlace(path: string, mediaType: string): Promise<void> {
  if (MOVIE.test(mediaType)) await removePlaces(path);
}

/*
 * PNG, WebP and GIF are lists of chunks, each with its name and length: those that pixels need stay, the others go.
 */

// PNG

const PNG_SIGNATURE = 8;
const PNG_HEADER = 8;
const CHECKSUM = 4;
const PNG_EXIF = 'eXIf';
const PNG_END = 'IEND';

// How colours, transparency, sides and frames are meant. Whatever a decoder must know begins with a capital.
const ABOUT_PIXELS =
  /^(?:tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDC[Vv]|cLL[Ii]|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;
const isChunkNeeded = (name: string) => /^[A-Z]/.test(name) || ABOUT_PIXELS.test(name);
const isName = (name: string) => /^[A-Za-z]{4}$/.test(name);

function chunkOf(name: string, contents: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), contents]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(CHECKSUM)];
  length.writeUInt32BE(contents.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** The part of a PNG that stays: its pixels, what they mean, and how the camera was held. */
async function planPng(bytes: FileBytes): Promise<Parts | undefined> {
  const parts = new Parts(bytes.size);
  parts.keep(0, PNG_SIGNATURE);
  let isTurned = false;
  let at = PNG_SIGNATURE;
  for (let name = ''; name !== PNG_END; ) {
    const header = await bytes.exactly(PNG_HEADER, at);
    if (!header) break;
    const length = header.readUInt32BE(0);
    name = header.toString('latin1', 4, PNG_HEADER);
    if (!isName(name)) return undefined;
    const from = at;
    at += PNG_HEADER + length + CHECKSUM;
    if (isChunkNeeded(name)) parts.keep(from, at);
    if (name !== PNG_EXIF || isTurned) continue;
    const orientation = orientationOf(
      await bytes.upTo(Math.min(length, WINDOW), from + PNG_HEADER),
    );
    if (orientation === undefined) continue;
    isTurned = true;
    parts.put(chunkOf(PNG_EXIF, exifOf(orientation)));
  }
  return parts;
}

// WebP

const WEBP_HEADER = 12;
const CHUNK_HEADER = 8;
const [SIZE_AT, FLAGS_AT] = [4, 8];
const EXTENDED = 18;
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const NEEDED_CHUNKS = ['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];

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
    if (!NEEDED_CHUNKS.includes(name)) return true;
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

async function planWebp(bytes: FileBytes): Promise<Parts | undefined> {
  const head = await bytes.exactly(WEBP_HEADER, 0);
  if (!head) return undefined;
  const end = Math.min(bytes.size, CHUNK_HEADER + head.readUInt32LE(SIZE_AT));
  const bare = new BareWebp(bytes, head);
  for (let at = WEBP_HEADER; at < end; ) {
    const chunk = await bytes.exactly(CHUNK_HEADER, at);
    if (!chunk) break;
    const length = chunk.readUInt32LE(SIZE_AT);
    if (!(await bare.add(chunk.toString('latin1', 0, SIZE_AT), at, length))) return undefined;
    at += CHUNK_HEADER + length + (length % 2);
  }
  return bare.end();
}

// GIF

const GIF_HEADER = 13;
const [IMAGE, EXTENSION, GIF_END] = [0x2c, 0x21, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
const IMAGE_HEADER = 10;
/** The name of an application, after the length of the name. */
const NAME_AT = 3;
const NAME_LENGTH = 11;
// How often it moves, and its colour profile.
const NEEDED_EXTENSIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

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
async function isBlockNeeded(bytes: FileBytes, at: number, kind: number): Promise<boolean> {
  if (kind === IMAGE) return true;
  const extension = await bytes.upTo(NAME_AT + NAME_LENGTH, at);
  if (extension[1] === COMMENT) return false;
  return (
    extension[1] !== APPLICATION ||
    NEEDED_EXTENSIONS.includes(extension.toString('latin1', NAME_AT))
  );
}

/** The part of a GIF that stays: its frames, how they follow each other, and its colour profile. */
async function planGif(bytes: FileBytes): Promise<Parts | undefined> {
  const head = await bytes.exactly(GIF_HEADER, 0);
  if (!head) return undefined;
  const parts = new Parts(bytes.size);
  let at = GIF_HEADER + tableBytes(head[10] ?? 0);
  parts.keep(0, at);
  for (;;) {
    const block = await bytes.upTo(IMAGE_HEADER, at);
    const [kind] = block;
    if (kind === undefined) return parts;
    if (kind === GIF_END) {
      parts.keep(at, at + 1);
      return parts;
    }
    if (kind !== IMAGE && kind !== EXTENSION) return undefined;
    // Before its pixels stands how many bits a code begins with.
    const pixelsAt = at + IMAGE_HEADER + tableBytes(block[9] ?? 0) + 1;
    const end = await endOfBlocks(bytes, kind === IMAGE ? pixelsAt : at + 2);
    if (await isBlockNeeded(bytes, at, kind)) parts.keep(at, end);
    at = end;
  }
}
