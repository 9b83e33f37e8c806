import { type FileBytes, WINDOW } from '../recordings/file-bytes.ts';
import { type Box, boxAt } from '../recordings/mp4.ts';

/** Bytes that lie one after the other, before `to`. */
export interface FileRange {
  from: number;
  to: number;
}

export interface PlacedBox extends Box {
  /** Where its header begins. */
  at: number;
}

/** Each ends where they all end, whatever it says. */
export async function* boxesIn(
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

export async function isNoting(bytes: FileBytes, track: Box): Promise<boolean> {
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
export async function samplesOf(bytes: FileBytes, track: Box): Promise<FileRange[]> {
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
