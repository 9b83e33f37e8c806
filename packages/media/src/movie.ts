import { type FileHandle, open } from 'node:fs/promises';
import { FileBytes, WINDOW } from './file-bytes.ts';
import { type Box, boxAt } from './mp4.ts';

const CONTAINERS = ['moov', 'moof', 'trak', 'traf'];
const MAX_DEPTH = 2;
/** Boxes of notes about a film or a track, which each maker names in their own way, and room that is left over. */
const NOTES = ['udta', 'meta', 'gps ', 'free', 'skip'];
const MAX_NOTES = 1_000;
// A film of hours takes fewer.
const MAX_LOOKS = 100_000;
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const NAME_LENGTH = 4;
const EMPTY = Buffer.from('free');

async function isNote(bytes: FileBytes, { name, from }: Box): Promise<boolean> {
  if (name !== 'uuid') return NOTES.includes(name);
  return (await bytes.upTo(XMP.length, from)).equals(XMP);
}

/** The parts of a film that may say where it was taken. */
class Places {
  readonly #bytes: FileBytes;
  readonly #notes: PlacedBox[] = [];
  /** Some cameras say their place again and again, beside picture and sound. */
  readonly #tracks: PlacedBox[] = [];
  readonly #contents: FileRange[] = [];
  /** Its parts name the tracks again, so that none may be missing. */
  #isInParts = false;

  constructor(bytes: FileBytes) {
    this.#bytes = bytes;
  }

  async find(within: Omit<Box, 'name'>, depth = 0): Promise<void> {
    for await (const box of boxesIn(this.#bytes, within)) {
      const { name, from, end } = box;
      if (name === 'mdat') this.#contents.push({ from, to: end });
      if (name === 'mvex') this.#isInParts = true;
      if (name === 'trak' && (await isNoting(this.#bytes, box))) this.#tracks.push(box);
      if (CONTAINERS.includes(name) && depth < MAX_DEPTH) await this.find(box, depth + 1);
      if (this.#notes.length >= MAX_NOTES) return;
      if (await isNote(this.#bytes, box)) this.#notes.push(box);
    }
  }

  async all(): Promise<{ boxes: PlacedBox[]; samples: FileRange[] }> {
    if (this.#isInParts) return { boxes: this.#notes, samples: [] };
    const samples: FileRange[] = [];
    for (const track of this.#tracks) samples.push(...(await samplesOf(this.#bytes, track)));
    const lies = (one: FileRange) =>
      this.#contents.some(({ from, to }) => from <= one.from && one.to <= to);
    return { boxes: [...this.#notes, ...this.#tracks], samples: samples.filter(lies) };
  }
}

const ZEROS = Buffer.alloc(2 ** 20);

async function overwrite(file: FileHandle, { from, to }: FileRange): Promise<void> {
  for (let at = from; at < to; ) {
    const { bytesWritten } = await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
    at += bytesWritten;
  }
}

/** Writes over them in place: a film says by numbers of bytes where its pictures lie. */
export async function removePlaces(path: string): Promise<void> {
  const { boxes, samples } = await FileBytes.of(
    path,
    async (bytes) => {
      const places = new Places(bytes);
      await places.find({ from: 0, end: bytes.size });
      return places.all();
    },
    MAX_LOOKS,
  );
  if (boxes.length === 0) return;
  const file = await open(path, 'r+');
  try {
    for (const range of samples) await overwrite(file, range);
    for (const { at, from, end } of boxes) {
      await overwrite(file, { from, to: end });
      await file.write(EMPTY, 0, NAME_LENGTH, at + NAME_LENGTH);
    }
  } finally {
    await file.close();
  }
}

/** Bytes that lie one after the other, before `to`. */
interface FileRange {
  from: number;
  to: number;
}

interface PlacedBox extends Box {
  /** Where its header begins. */
  at: number;
}

/** Each ends where they all end, whatever it says. */
async function* boxesIn(
  bytes: FileBytes,
  { from, end }: Omit<Box, 'name'>,
): AsyncGenerator<PlacedBox> {
  for (let at = from; at < end; ) {
    const box = await boxAt(bytes, at);
    if (!box) return;
    yield { ...box, at, end: Math.min(box.end, end) };
    at = box.end;
  }
}

async function boxWithin(bytes: FileBytes, track: Box, ...path: string[]) {
  let inside: Box = track;
  for (const name of path) {
    let found: Box | undefined;
    for await (const box of boxesIn(bytes, inside)) if (box.name === name) found ??= box;
    if (!found) return undefined;
    inside = found;
  }
  return inside;
}

/** Tracks that say something about the film, such as where the camera was at each moment. */
const NOTING = ['meta', 'camm'];

async function isNoting(bytes: FileBytes, track: Box): Promise<boolean> {
  const handler = await boxWithin(bytes, track, 'mdia', 'hdlr');
  if (!handler) return false;
  return NOTING.includes((await bytes.upTo(4, handler.from + 8)).toString('latin1'));
}

const MAX_NUMBERS = 500_000;
// Each is written over by itself.
const MAX_CHUNKS = 10_000;
const VERSION = 4;

/** The numbers of a table, each of `width` bytes; as many as it says, and has. */
async function numbersOf(
  bytes: FileBytes,
  { from, end }: Box,
  { count, width, at }: { count: number; width: 4 | 8; at: number },
): Promise<number[]> {
  const numbers: number[] = [];
  const last = Math.min(end, from + at + Math.min(count, MAX_NUMBERS) * width);
  for (let place = from + at; place + width <= last; ) {
    const piece = await bytes.upTo(Math.min(WINDOW, last - place), place);
    const whole = piece.length - (piece.length % width);
    if (whole === 0) break;
    for (let n = 0; n < whole; n += width) {
      numbers.push(width === 4 ? piece.readUInt32BE(n) : Number(piece.readBigUInt64BE(n)));
    }
    place += whole;
  }
  return numbers;
}

async function countAt(bytes: FileBytes, at: number): Promise<number> {
  return (await bytes.exactly(4, at))?.readUInt32BE(0) ?? 0;
}

async function offsetsOf(bytes: FileBytes, table: Box): Promise<number[]> {
  const width = table.name === 'co64' ? 8 : 4;
  const count = Math.min(MAX_CHUNKS, await countAt(bytes, table.from + VERSION));
  return numbersOf(bytes, table, { count, width, at: 8 });
}

/** The size of each sample, or the one that all of them have. */
async function sizesOf(bytes: FileBytes, table: Box): Promise<(sample: number) => number> {
  const one = await countAt(bytes, table.from + VERSION);
  if (one > 0) return () => one;
  const count = await countAt(bytes, table.from + 8);
  const sizes = await numbersOf(bytes, table, { count, width: 4, at: 12 });
  return (sample) => sizes[sample] ?? 0;
}

/** How many samples each chunk has: said for the first of those that have as many. */
async function countsOf(bytes: FileBytes, table: Box): Promise<(chunk: number) => number> {
  const entries = await countAt(bytes, table.from + VERSION);
  const said = await numbersOf(bytes, table, { count: entries * 3, width: 4, at: 8 });
  let entry = 0;
  return (chunk) => {
    while ((said[(entry + 1) * 3] ?? Number.POSITIVE_INFINITY) <= chunk + 1) entry++;
    return said[entry * 3 + 1] ?? 0;
  };
}

/** Where the samples of a track lie. */
async function samplesOf(bytes: FileBytes, track: Box): Promise<FileRange[]> {
  const tableOf = (name: string) => boxWithin(bytes, track, 'mdia', 'minf', 'stbl', name);
  const [chunks, counts, sizes] = [
    (await tableOf('stco')) ?? (await tableOf('co64')),
    await tableOf('stsc'),
    await tableOf('stsz'),
  ];
  if (!chunks || !counts || !sizes) return [];
  const sizeOf = await sizesOf(bytes, sizes);
  const countOf = await countsOf(bytes, counts);
  const ranges: FileRange[] = [];
  let sample = 0;
  for (const [chunk, from] of (await offsetsOf(bytes, chunks)).entries()) {
    const next = Math.min(sample + countOf(chunk), MAX_NUMBERS);
    let to = from;
    for (; sample < next; sample++) to += sizeOf(sample);
    ranges.push({ from, to });
  }
  return ranges;
}
