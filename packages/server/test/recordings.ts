/** Small recordings with nothing to hear, made as their recorders write them. */

const bytesOf = (...numbers: number[]) => Buffer.from(numbers);
const wide = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const long = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

type Tracks = 'sound' | 'picture' | 'both';
const kindsOf = (tracks: Tracks) =>
  tracks === 'both' ? (['picture', 'sound'] as const) : [tracks];

const UNKNOWN_LENGTH = bytesOf(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);

export function element(id: number, content: Buffer | Buffer[], isOpen = false): Buffer {
  const name = Buffer.from(id.toString(16), 'hex');
  const inside = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const length = long(inside.length + 0x1000_0000);
  return Buffer.concat([name, isOpen ? UNKNOWN_LENGTH : length, inside]);
}

export interface WebmForm {
  tracks?: Tracks;
  docType?: 'webm' | 'matroska';
  /** Of each block, in milliseconds. */
  times?: number[];
  /** As it is stored in the head; a recorder stores none. */
  duration?: number;
  /** Segment and clusters have no length, as Chromium writes them. */
  isOpen?: boolean;
}

const CLUSTER_MS = 1_000;

/** As MediaRecorder writes it: blocks in clusters, and no length anywhere. */
export function webm({
  tracks = 'sound',
  docType = 'webm',
  times = [],
  ...form
}: WebmForm): Buffer {
  const { duration, isOpen = true } = form;
  const float = Buffer.alloc(8);
  float.writeDoubleBE(duration ?? 0);
  const info = [element(0x2ad7b1, bytesOf(0x0f, 0x42, 0x40))];
  if (duration !== undefined) info.push(element(0x4489, float));
  const entries = kindsOf(tracks).map((kind) =>
    element(0xae, [
      element(0xd7, bytesOf(kind === 'sound' ? 1 : 2)),
      element(0x83, bytesOf(kind === 'sound' ? 2 : 1)),
      element(0x86, Buffer.from(kind === 'sound' ? 'A_OPUS' : 'V_VP8')),
    ]),
  );
  const starts = [...new Set(times.map((time) => time - (time % CLUSTER_MS)))];
  const clusters = starts.map((start) => {
    const own = times.filter((time) => time >= start && time < start + CLUSTER_MS);
    const blocks = own.map((time) => {
      const since = Buffer.alloc(2);
      since.writeInt16BE(time - start);
      return element(0xa3, [bytesOf(0x81), since, bytesOf(0x80, 0xfc, 0xff, 0xfe)]);
    });
    return element(0x1f43b675, [element(0xe7, long(start)), ...blocks], isOpen);
  });
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from(docType))),
    element(
      0x18538067,
      [element(0x1549a966, info), element(0x1654ae6b, entries), ...clusters],
      isOpen,
    ),
  ]);
}

/** A block of Opus every 60 ms, as Chromium writes them. */
export const steps = (ms: number, step = 60): number[] =>
  Array.from({ length: Math.ceil(ms / step) }, (_, index) => index * step);

interface Page {
  serial: number;
  position: bigint;
  packet: Buffer;
  flags?: number;
}

function oggPage({ serial, position, packet, flags = 0 }: Page): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeBigUInt64LE(position, 6);
  header.writeUInt32LE(serial, 14);
  const lengths = [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  header[26] = lengths.length;
  return Buffer.concat([header, bytesOf(...lengths), packet]);
}

const opusHead = (skipped: number) => {
  const packet = Buffer.alloc(19);
  packet.write('OpusHead\x01\x01', 'latin1');
  packet.writeUInt16LE(skipped, 10);
  packet.writeUInt32LE(48_000, 12);
  return packet;
};
const vorbisHead = (rate: number) => {
  const packet = Buffer.alloc(30);
  packet.write('\x01vorbis', 'latin1');
  packet[11] = 1;
  packet.writeUInt32LE(rate, 12);
  return packet;
};

export interface OggForm {
  codec?: 'opus' | 'vorbis';
  ms: number;
  withPicture?: boolean;
}

const NO_POSITION = 2n ** 64n - 1n;

export function ogg({ codec = 'opus', ms, withPicture = false }: OggForm): Buffer {
  const [rate, skipped] = codec === 'opus' ? [48_000, 312] : [44_100, 0];
  const head = codec === 'opus' ? opusHead(skipped) : vorbisHead(rate);
  const serial = 7;
  const packet = Buffer.alloc(700, 3);
  const last = BigInt(Math.round((ms / 1_000) * rate) + skipped);
  const begin = 2;
  const theora = Buffer.from('\x80theora\x03\x02\x01', 'latin1');
  const pages: Page[] = [
    ...(withPicture ? [{ serial: 9, position: 0n, packet: theora, flags: begin }] : []),
    { serial, position: 0n, packet: head, flags: begin },
    { serial, position: last / 2n, packet },
    { serial, position: last, packet },
    // A packet that goes on, and a page of another stream: neither says where this one ends.
    { serial, position: NO_POSITION, packet },
    { serial: 9, position: last * 9n, packet: Buffer.from('otra') },
  ];
  return Buffer.concat(pages.map(oggPage));
}

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
      // Of version 1, whose times are wide.
      box('mdhd', long(0x0100_0000), wide(0), wide(0), long(SCALE), wide(ticks(ms)), long(0)),
      box('hdlr', long(0, 0), Buffer.from(kind === 'sound' ? 'soun' : 'vide'), long(0, 0, 0)),
    ),
  );

export interface Mp4Form {
  tracks?: Tracks;
  brand?: 'isom' | 'M4A ' | 'qt  ' | 'mp42';
  ms: number;
  /** How long each fragment lasts. */
  fragments?: number[];
  /** How its fragments say how long their samples are. */
  samples?: 'each' | 'default' | 'ofTrack';
  /** They say when they begin, too. */
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

export interface Mp3Form {
  frames: number;
  /** Bytes of a tag before them, as a cover takes. */
  tag?: number;
  /** The first frame says what the coder has done. */
  withInformation?: boolean;
}

/** MPEG 1, layer III, 44.1 kHz, by turns of 128 and 64 kilobits: a frame lasts 1152 / 44.1 ms. */
export function mp3({ frames, tag = 0, withInformation = false }: Mp3Form): Buffer {
  const made = Array.from({ length: frames }, (_, index) => {
    const isLong = index % 2 === 0;
    const frame = Buffer.alloc(isLong ? 417 : 208);
    frame.set([0xff, 0xfb, isLong ? 0x90 : 0x50, 0xc4]);
    if (withInformation && index === 0) frame.write('Xing', 36);
    return frame;
  });
  if (tag === 0) return Buffer.concat(made);
  const length = [21, 14, 7, 0].map((shift) => (tag >> shift) & 127);
  return Buffer.concat([
    Buffer.from('ID3\x03\0\0'),
    bytesOf(...length),
    Buffer.alloc(tag),
    ...made,
  ]);
}

export interface WavForm {
  ms: number;
  /** Written before it was known how much would follow. */
  isOpen?: boolean;
  /** A chunk of an odd length before the sound. */
  withList?: boolean;
}

/** 8 kHz, one channel of 16 bits. */
export function wav({ ms, isOpen = false, withList = false }: WavForm): Buffer {
  const data = Buffer.alloc((ms / 1_000) * 16_000);
  const chunk = (name: string, content: Buffer, length = content.length) => {
    const header = Buffer.alloc(8);
    header.write(name);
    header.writeUInt32LE(length, 4);
    return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
  };
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(16_000, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const chunks = [
    chunk('fmt ', format),
    ...(withList ? [chunk('LIST', Buffer.from('abc'))] : []),
    chunk('data', data, isOpen ? 0xffff_ffff : data.length),
  ];
  return Buffer.concat([Buffer.from('RIFF'), bytesOf(0, 0, 0, 0), Buffer.from('WAVE'), ...chunks]);
}

/** As phones and web radios write it: frames alone, of 1,024 samples at 44.1 kHz. */
export function aac({ frames }: { frames: number }): Buffer {
  const frame = Buffer.alloc(100);
  frame.set([0xff, 0xf1, 0x50, 0x40, frame.length >> 3, ((frame.length & 7) << 5) | 0x1f, 0xfc]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** At 44.1 kHz; 0 samples where nobody knew how many there would be. */
export function flac({ samples }: { samples: number }): Buffer {
  const block = Buffer.alloc(34);
  block.writeBigUInt64BE((44_100n << 44n) | (15n << 36n) | BigInt(samples), 10);
  return Buffer.concat([Buffer.from('fLaC'), bytesOf(0x80, 0, 0, 34), block, Buffer.alloc(90)]);
}
