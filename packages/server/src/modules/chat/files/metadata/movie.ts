import { type FileHandle, open } from 'node:fs/promises';
import { FileBytes } from '../recordings/file-bytes.ts';
import type { Box } from '../recordings/mp4.ts';
import { boxesIn, type FileRange, isNoting, type PlacedBox, samplesOf } from './movie-samples.ts';

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
