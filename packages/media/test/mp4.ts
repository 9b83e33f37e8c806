import { kindsOf, long, type Tracks, wide } from './bytes.ts';

export function box(name: string, ...content: Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([long(8 + inside.length), Buffer.from(name), inside]);
}

const SCALE = 48_000;
const MOVIE_SCALE = 1_000;
const ticks = (ms: number) => Math.round((ms / 1_000) * SCALE);

const track = (kind: 'sound' | 'picture', id: number, ms: number) =>
  box(
    'trak',
    box('tkhd', long(0, 0, 0, id, 0, ms)),
    box(
      'mdia',
      // Version 1 of the box, with times of 64 bits.
      box('mdhd', long(0x0100_0000), wide(0), wide(0), long(SCALE), wide(ticks(ms)), long(0)),
      box('hdlr', long(0, 0), Buffer.from(kind === 'sound' ? 'soun' : 'vide'), long(0, 0, 0)),
    ),
  );

export interface Mp4Form {
  tracks?: Tracks;
  brand?: 'isom' | 'M4A ' | 'qt  ' | 'mp42';
  ms: number;
  /** The length of each fragment. */
  fragments?: number[];
  /** The place where fragments say the length of their samples. */
  samples?: 'each' | 'default' | 'ofTrack';
  /** The fragments also say their start times. */
  withTimes?: boolean;
}

const SAMPLE_MS = 20;

function fragment(ms: number, start: number, { samples, withTimes }: Mp4Form): Buffer {
  const count = ms / SAMPLE_MS;
  const each = Array.from({ length: count }, () => [ticks(SAMPLE_MS), 3]).flat();
  const run =
    samples === 'each'
      ? long(0x301, count, 0, ...each)
      : long(0x201, count, 0, ...Array(count).fill(3));
  const head = samples === 'default' ? long(0x8, 1, ticks(SAMPLE_MS)) : long(0, 1);
  const time = withTimes ? [box('tfdt', long(0x0100_0000), wide(ticks(start)))] : [];
  const moof = box(
    'moof',
    box('mfhd', long(0, 1)),
    box('traf', box('tfhd', head), ...time, box('trun', run)),
  );
  return Buffer.concat([moof, box('mdat', Buffer.alloc(count * 3))]);
}

export function mp4(form: Mp4Form): Buffer {
  const { tracks = 'sound', brand = 'isom', ms, fragments = [], samples = 'each' } = form;
  const traks = kindsOf(tracks)
    .toReversed()
    .map((kind, index) => track(kind, index + 1, ms));
  const defaults = long(0, 1, 1, ticks(SAMPLE_MS), 0, 0);
  const mvex = fragments.length > 0 ? [box('mvex', box('trex', defaults))] : [];
  const pieces = fragments.map((length, index) => {
    const start = fragments.slice(0, index).reduce((sum, one) => sum + one, ms);
    return fragment(length, start, { ...form, samples });
  });
  return Buffer.concat([
    box('ftyp', Buffer.from(brand), long(0), Buffer.from('mp42')),
    box(
      'moov',
      box('mvhd', long(0, 0, 0, MOVIE_SCALE, ms, 0x10000), Buffer.alloc(76)),
      ...traks,
      ...mvex,
    ),
    ...(fragments.length > 0 ? pieces : [box('mdat', Buffer.alloc(300))]),
  ]);
}
