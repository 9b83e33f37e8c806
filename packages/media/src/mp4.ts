import type { FileBytes, Tracks } from './file-bytes.ts';

/** The boxes whose contents are read: the movie, its tracks, and its fragments. */
const CONTAINERS = ['moov', 'trak', 'mdia', 'mvex', 'moof', 'traf'];
const READ = ['mvhd', 'mehd', 'tkhd', 'mdhd', 'hdlr', 'trex', 'tfhd', 'tfdt'];
const MAX_TRACKS = 64;
/** Runs of samples are read in pieces. */
const PIECE = 4_096;

interface Track {
  handler: string;
  scale: number;
  /** The duration of the movie itself, in units of the track. */
  duration: number;
  /** The first time of the movie's fragments. */
  first: number | undefined;
  end: number;
}

const newTrack = (): Track => ({
  handler: '',
  scale: 0,
  duration: 0,
  first: undefined,
  end: 0,
});

/** The contents of a file from its beginning to the reader's position. */
class Seen {
  readonly tracks: Track[] = [];
  movieScale = 0;
  movieDuration = 0;
  fragmentsDuration = 0;
  readonly #byId = new Map<number, Track>();
  readonly #defaults = new Map<number, number>();
  #fragmentOf: Track | undefined;
  #defaultSample = 0;

  isFull = () => this.tracks.length >= MAX_TRACKS;

  async note(bytes: FileBytes, box: Box): Promise<void> {
    const track = this.tracks.at(-1);
    if (box.name === 'trak') this.tracks.push(newTrack());
    if (!CONTAINERS.includes(box.name)) await this.#read(bytes, box, track);
  }

  async #read(bytes: FileBytes, box: Box, track: Track | undefined): Promise<void> {
    if (box.name === 'trun') return this.#addRun(bytes, box);
    if (!READ.includes(box.name)) return;
    const fields = await fieldsOf(bytes, box);
    if (track) this.#readTrack(box.name, fields, track);
    this.#readMovie(box.name, fields);
  }

  #readTrack(name: string, fields: Fields, track: Track): void {
    if (name === 'tkhd') this.#byId.set(fields.number(fields.isLong ? 20 : 12), track);
    if (name === 'hdlr') track.handler = fields.name(8);
    if (name !== 'mdhd') return;
    track.scale = fields.timesScale();
    track.duration = fields.timesDuration();
  }

  #readMovie(name: string, fields: Fields): void {
    const id = fields.number(4);
    switch (name) {
      case 'mvhd':
        this.movieScale = fields.timesScale();
        this.movieDuration = fields.timesDuration();
        break;
      case 'mehd':
        this.fragmentsDuration = fields.duration(4);
        break;
      case 'trex':
        if (this.#defaults.size < MAX_TRACKS) this.#defaults.set(id, fields.number(12));
        break;
      case 'tfhd':
        this.#fragmentOf = this.#byId.get(id);
        this.#defaultSample = fields.defaultSample() ?? this.#defaults.get(id) ?? 0;
        break;
      case 'tfdt':
        if (this.#fragmentOf) this.#beginAt(this.#fragmentOf, fields.wide(4));
    }
  }

  #beginAt(track: Track, time: number): void {
    track.first ??= time;
    track.end = time;
  }

  async #addRun(bytes: FileBytes, box: Box): Promise<void> {
    const track = this.#fragmentOf;
    if (!track) return;
    track.first ??= track.end;
    track.end += await runLength(bytes, box, this.#defaultSample);
  }
}

/** The sum of its samples, each with as many fields as its flags say. */
async function runLength(bytes: FileBytes, box: Box, defaultSample: number): Promise<number> {
  const fields = await fieldsOf(bytes, box);
  const { flags } = fields;
  const count = fields.number(4);
  if ((flags & 0x100) === 0) return count * defaultSample;
  const ofSample = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  let at = box.from + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  const end = Math.min(box.end, at + count * ofSample);
  let sum = 0;
  while (at + ofSample <= end) {
    const piece = await bytes.upTo(Math.min(end - at, PIECE * ofSample), at);
    const whole = piece.length - (piece.length % ofSample);
    if (whole === 0) break;
    for (let place = 0; place < whole; place += ofSample) sum += piece.readUInt32BE(place);
    at += whole;
  }
  return sum;
}

/** In units of the track: what the movie holds and its fragments after it, or its fragments alone. */
function lengthOf({ duration, first, end }: Track): number {
  if (first === undefined) return duration;
  const fragments = end - first;
  return first >= duration ? duration + fragments : Math.max(duration, fragments);
}

function durationOf(seen: Seen): number | undefined {
  const { movieScale, movieDuration, fragmentsDuration, tracks } = seen;
  if (movieScale > 0 && fragmentsDuration > 0) return (fragmentsDuration / movieScale) * 1_000;
  const isFragmented = tracks.some(({ first }) => first !== undefined);
  if (!isFragmented && movieScale > 0 && movieDuration > 0) {
    return (movieDuration / movieScale) * 1_000;
  }
  const lengths = tracks.filter(({ scale }) => scale > 0);
  const longest = Math.max(0, ...lengths.map((track) => lengthOf(track) / track.scale));
  return longest > 0 ? longest * 1_000 : undefined;
}

/** Its fragments count where the movie before them has no length, as a recorder leaves it that writes as it goes. */
export async function readMp4(bytes: FileBytes): Promise<Tracks | undefined> {
  const seen = new Seen();
  let at = 0;
  for (let box = await boxAt(bytes, at); box; box = await boxAt(bytes, at)) {
    if (box.name === 'trak' && seen.isFull()) return undefined;
    await seen.note(bytes, box);
    at = CONTAINERS.includes(box.name) ? box.from : box.end;
  }
  const handlers = seen.tracks.map(({ handler }) => handler);
  const [hasSound, hasPicture] = [handlers.includes('soun'), handlers.includes('vide')];
  return hasSound || hasPicture
    ? { hasSound, hasPicture, durationMs: durationOf(seen) }
    : undefined;
}

const HEADER = 8;
const LONG_HEADER = 16;
/** The longest of the boxes whose fields are read. */
const MAX_FIELDS = 64;
/** Written where the length was not known. */
const UNKNOWN_DURATIONS = [0xffff_ffff, 2 ** 64];

export interface Box {
  name: string;
  /** Where its contents begin. */
  from: number;
  end: number;
}

/** Undefined where none begins, or one that would lead back. */
export async function boxAt(bytes: FileBytes, at: number): Promise<Box | undefined> {
  const header = await bytes.exactly(HEADER, at);
  if (!header) return undefined;
  const length = header.readUInt32BE(0);
  const name = header.toString('latin1', 4, 8);
  if (length === 0) return { name, from: at + HEADER, end: bytes.size };
  if (length >= HEADER) return { name, from: at + HEADER, end: at + length };
  const wide = length === 1 ? await bytes.exactly(LONG_HEADER, at) : undefined;
  const wideLength = wide ? Number(wide.readBigUInt64BE(HEADER)) : 0;
  if (wideLength < LONG_HEADER) return undefined;
  return { name, from: at + LONG_HEADER, end: at + wideLength };
}

/** The fields of a box that begins with a version and flags; a field that is missing is 0. */
class Fields {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Its times take eight bytes each. */
  get isLong(): boolean {
    return this.#bytes[0] === 1;
  }

  get flags(): number {
    return this.number(0) & 0xff_ffff;
  }

  number(at: number): number {
    return at + 4 <= this.#bytes.length ? this.#bytes.readUInt32BE(at) : 0;
  }

  name(at: number): string {
    return this.#bytes.toString('latin1', at, at + 4);
  }

  /** As wide as the version of the box says. */
  wide(at: number): number {
    return this.isLong ? this.number(at) * 2 ** 32 + this.number(at + 4) : this.number(at);
  }

  duration(at: number): number {
    const value = this.wide(at);
    return UNKNOWN_DURATIONS.includes(value) ? 0 : value;
  }

  /** After the two times that `mvhd` and `mdhd` begin with. */
  timesScale(): number {
    return this.number(this.isLong ? 20 : 12);
  }

  timesDuration(): number {
    return this.duration(this.isLong ? 24 : 16);
  }

  /** The default sample duration in `tfhd`, where its flags say that there is one. */
  defaultSample(): number | undefined {
    if ((this.flags & 8) === 0) return undefined;
    return this.number(8 + (this.flags & 1 ? 8 : 0) + (this.flags & 2 ? 4 : 0));
  }
}

async function fieldsOf(bytes: FileBytes, { from, end }: Box): Promise<Fields> {
  return new Fields(await bytes.upTo(Math.min(end - from, MAX_FIELDS), from));
}
