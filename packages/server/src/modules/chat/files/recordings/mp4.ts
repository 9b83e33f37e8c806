import type { FileBytes } from './file-bytes.ts';
import { type Box, boxAt, type Fields, fieldsOf } from './mp4-boxes.ts';
import type { Tracks } from './recording.ts';

/** What is gone into: the movie, its tracks, and its fragments. */
const CONTAINERS = ['moov', 'trak', 'mdia', 'mvex', 'moof', 'traf'];
const READ = ['mvhd', 'mehd', 'tkhd', 'mdhd', 'hdlr', 'trex', 'tfhd', 'tfdt'];
const MAX_TRACKS = 64;
/** Runs of samples are read in pieces. */
const PIECE = 4_096;

interface Track {
  handler: string;
  scale: number;
  /** Of what the movie itself holds, in units of the track. */
  duration: number;
  /** Of its fragments. */
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

/** What has been read of a file, from its beginning to where the reader stands. */
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
