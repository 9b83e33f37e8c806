import { type FileBytes, type Tracks, WINDOW } from './file-bytes.ts';

const PAGE_HEADER = 27;
const MAX_STREAMS = 32;
const BEGINNING = 2;
/** The position of a page in which no packet ends. */
const NO_POSITION = 2n ** 64n - 1n;
const OPUS_RATE = 48_000;

interface Stream {
  serial: number;
  /** Positions in a second; 0 where the rate is not known. */
  rate: number;
  /** Positions before the sound begins. */
  skipped: number;
}

interface Page {
  serial: number;
  isBeginning: boolean;
  from: number;
  end: number;
}

async function pageAt(bytes: FileBytes, at: number): Promise<Page | undefined> {
  const header = await bytes.exactly(PAGE_HEADER, at);
  if (header?.toString('latin1', 0, 4) !== 'OggS') return undefined;
  const [flags = 0, segments = 0] = [header[5], header[26]];
  const serial = header.readUInt32LE(14);
  const lengths = await bytes.exactly(segments, at + PAGE_HEADER);
  if (!lengths) return undefined;
  const from = at + PAGE_HEADER + segments;
  const end = lengths.reduce((sum, length) => sum + length, from);
  return { serial, isBeginning: (flags & BEGINNING) !== 0, from, end };
}

/** A stream by its first packet: undefined unless it is of sound. */
function soundOf(serial: number, packet: Buffer): Stream | undefined {
  const starts = (magic: string) => packet.toString('latin1', 0, magic.length) === magic;
  if (starts('OpusHead') && packet.length >= 12) {
    return { serial, rate: OPUS_RATE, skipped: packet.readUInt16LE(10) };
  }
  if (starts('\x01vorbis') && packet.length >= 16) {
    return { serial, rate: packet.readUInt32LE(12), skipped: 0 };
  }
  if (starts('Speex   ') && packet.length >= 40) {
    return { serial, rate: packet.readUInt32LE(36), skipped: 0 };
  }
  return starts('\x7fFLAC') ? { serial, rate: 0, skipped: 0 } : undefined;
}

/** Tells of the others, and holds none. */
const isSkeleton = (packet: Buffer) => packet.toString('latin1', 0, 8) === 'fishead\0';

async function readBeginnings(bytes: FileBytes) {
  let sound: Stream | undefined;
  let hasPicture = false;
  let at = 0;
  for (let streams = 0; streams < MAX_STREAMS; streams++) {
    const page = await pageAt(bytes, at);
    if (!page?.isBeginning) break;
    const packet = await bytes.upTo(Math.min(64, page.end - page.from), page.from);
    const found = soundOf(page.serial, packet);
    sound ??= found;
    hasPicture ||= !found && !isSkeleton(packet);
    at = page.end;
  }
  return { sound, hasPicture };
}

/** The position of the stream's last page in which a packet ends. */
async function lastPosition(bytes: FileBytes, serial: number): Promise<number | undefined> {
  const end = await bytes.upTo(WINDOW, Math.max(0, bytes.size - WINDOW));
  for (
    let at = end.lastIndexOf('OggS');
    at >= 0;
    at = at > 0 ? end.lastIndexOf('OggS', at - 1) : -1
  ) {
    if (at + PAGE_HEADER > end.length || end.readUInt32LE(at + 14) !== serial) continue;
    const position = end.readBigUInt64LE(at + 6);
    if (position !== NO_POSITION) return Number(position);
  }
  return undefined;
}

export async function readOgg(bytes: FileBytes): Promise<Tracks | undefined> {
  const { sound, hasPicture } = await readBeginnings(bytes);
  if (!sound) return undefined;
  const position = await lastPosition(bytes, sound.serial);
  const isKnown = position !== undefined && sound.rate > 0;
  const durationMs = isKnown ? ((position - sound.skipped) / sound.rate) * 1_000 : undefined;
  return { hasSound: true, hasPicture, durationMs };
}
