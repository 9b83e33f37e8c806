import { type FileBytes, Parts, WINDOW } from './file-bytes.ts';

const [MARK, START, END, SCAN, COMMENT] = [0xff, 0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
/** A mark, and how long it is from there on. */
const SEGMENT_HEADER = 4;
const TEMPORARY = 0x01;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
/** Neither a length nor contents follow. */
const isAlone = (code: number) => isRestart(code) || code === TEMPORARY;
/** Within what is encoded these are no marks. */
const isMark = (code: number | undefined): code is number =>
  code !== undefined && code !== 0 && code !== MARK;

interface Segment {
  code: number;
  from: number;
  /** Where its contents begin. */
  at: number;
  end: number;
}

/** The next mark, wherever it stands, as a decoder looks for it. */
async function markAfter(bytes: FileBytes, from: number, isInScan: boolean) {
  for (let at = from; ; ) {
    const window = await bytes.upTo(WINDOW, at);
    if (window.length < 2) return undefined;
    let place = window.indexOf(MARK);
    while (place >= 0 && place + 1 < window.length) {
      const code = window[place + 1] ?? 0;
      if (isMark(code) && !(isInScan && isRestart(code))) return { code, from: at + place };
      place = window.indexOf(MARK, place + 1);
    }
    at += place < 0 ? window.length : place;
  }
}

async function segmentAt(bytes: FileBytes, at: number): Promise<Segment | undefined> {
  const head = await bytes.upTo(SEGMENT_HEADER, at);
  const [first, code] = head;
  if (first !== MARK || !isMark(code)) {
    const next = await markAfter(bytes, at, false);
    return next && segmentAt(bytes, next.from);
  }
  const contents = at + 2;
  if (isAlone(code) || code === END) return { code, from: at, at: contents, end: contents };
  if (head.length < SEGMENT_HEADER) return { code, from: at, at: contents, end: bytes.size };
  return { code, from: at, at: contents + 2, end: contents + head.readUInt16BE(2) };
}

const BARE_JFIF = 18;

/** Without the small picture that may stand in it. */
function bareJfif(segment: Buffer): Buffer {
  const bare = Buffer.from(segment.subarray(0, BARE_JFIF));
  bare.writeUInt16BE(BARE_JFIF - 2, 2);
  bare.writeUInt16BE(0, BARE_JFIF - 2);
  return bare;
}

function turnedSegment(orientation: number): Buffer {
  const contents = Buffer.concat([EXIF_NAME, exifOf(orientation)]);
  const head = Buffer.of(MARK, APP1, 0, contents.length + 2);
  return Buffer.concat([head, contents]);
}

const isApplication = (code: number) => code >= APP0 && code <= APP15;

/** The part of a JPEG that stays: whatever its decoder needs, its colour profile, and how the camera was held. */
class BareJpeg {
  readonly parts: Parts;
  readonly #bytes: FileBytes;
  #isTurned = false;

  constructor(bytes: FileBytes) {
    this.#bytes = bytes;
    this.parts = new Parts(bytes.size);
    this.parts.keep(0, 2);
  }

  async add(segment: Segment): Promise<void> {
    const { code, from, end } = segment;
    if (code === COMMENT) return;
    if (isApplication(code)) await this.#addApplication(segment);
    else this.parts.keep(from, end);
  }

  async #addApplication({ code, from, at, end }: Segment): Promise<void> {
    const contents = await this.#bytes.upTo(end - at, at);
    const isNamed = (name: string) => contents.toString('latin1', 0, name.length) === name;
    if (code === APP0 && isNamed('JFIF\0')) {
      const isBare = end - from <= BARE_JFIF;
      if (isBare) this.parts.keep(from, end);
      else this.parts.put(bareJfif(await this.#bytes.upTo(end - from, from)));
    }
    if (code === APP1 && isNamed('Exif\0')) this.#turn(contents);
    if (code === APP2 && isNamed('ICC_PROFILE\0')) this.parts.keep(from, end);
    if (code === APP14 && isNamed('Adobe')) this.parts.keep(from, end);
  }

  #turn(exif: Buffer): void {
    const orientation = this.#isTurned ? undefined : orientationOf(exif);
    if (orientation === undefined) return;
    this.#isTurned = true;
    this.parts.put(turnedSegment(orientation));
  }
}

/** Behind the end may stand other pictures, with metadata of their own. */
export async function planJpeg(bytes: FileBytes): Promise<Parts | undefined> {
  const bare = new BareJpeg(bytes);
  let at = 2;
  for (;;) {
    const segment = await segmentAt(bytes, at);
    if (!segment) return bare.parts;
    const { code, at: contents, end } = segment;
    if (code === START || end < contents) return undefined;
    await bare.add(segment);
    if (code === END) return bare.parts;
    at = end;
    if (code !== SCAN) continue;
    const next = await markAfter(bytes, end, true);
    bare.parts.keep(end, next?.from ?? bytes.size);
    if (!next) return bare.parts;
    at = next.from;
  }
}

/*
 * How the camera was held stands in a block of Exif, in PNG and WebP as well.
 */

const ORIENTATION = 0x0112;
const ENTRY = 12;
/** The number of the kind that takes four bytes; it should have two. */
const LONG = 4;
const TURNED = [2, 3, 4, 5, 6, 7, 8];

/** Behind this name JPEG keeps what the others keep without it. */
const EXIF_NAME = Buffer.from('Exif\0\0');

/** Numbers in the order of bytes that the block names first; one that is not there is undefined. */
function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read = (at: number, length: 2 | 4) => {
    if (at < 0 || at + length > tiff.length) return undefined;
    return isLittle ? tiff.readUIntLE(at, length) : tiff.readUIntBE(at, length);
  };
  return { short: (at: number) => read(at, 2), long: (at: number) => read(at, 4) };
}

/** How the camera was held, by a block of Exif; undefined where it says nothing, or that it was held upright. */
export function orientationOf(exif: Buffer): number | undefined {
  const isNamed = exif.toString('latin1', 0, 5) === 'Exif\0';
  const tiff = isNamed ? exif.subarray(EXIF_NAME.length) : exif;
  const { short, long } = readerOf(tiff);
  const entries = long(4) ?? 0;
  const count = short(entries) ?? 0;
  for (let index = 0; index < count; index++) {
    const at = entries + 2 + index * ENTRY;
    const tag = short(at);
    if (tag === undefined) return undefined;
    if (tag !== ORIENTATION) continue;
    const kind = short(at + 2);
    const value = kind === LONG ? long(at + 8) : short(at + 8);
    return TURNED.find((turned) => turned === value);
  }
  return undefined;
}

/** A block of Exif that says this alone. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
