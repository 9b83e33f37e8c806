import type { FileBytes, Tracks } from './file-bytes.ts';

const CLUSTER = 0x1f43b675;
/** Elements whose children are read: segment, information, tracks, a track, cluster, group of blocks. */
const MASTERS = [0x18538067, 0x1549a966, 0x1654ae6b, 0xae, CLUSTER, 0xa0];
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const CLUSTER_TIMESTAMP = 0xe7;
const BLOCKS = [0xa3, 0xa1];

const PICTURE = 1;
const SOUND = 2;
const NANOSECONDS_A_MS = 1_000_000;
/** The longest packet of Opus: a longer step is a silence that was left out. */
const MAX_STEP_MS = 120;

/** Everything read so far, from the file's beginning to the reader's position. */
class Seen {
  hasSound = false;
  hasPicture = false;
  /** Nanoseconds in a unit of all times. */
  #scale = NANOSECONDS_A_MS;
  #duration: number | undefined;
  #number = 0;
  #soundTrack: number | undefined;
  #cluster = 0;
  #last: number | undefined;
  #lastOfSound = 0;
  #step = 0;

  /** Nothing after it would say more. */
  isEnough(): boolean {
    return this.#duration !== undefined && (this.hasSound || this.hasPicture);
  }

  note(id: number, value: Buffer): void {
    if (id === DURATION) this.#duration = floatOf(value);
    const number = unsignedOf(value);
    if (number === undefined) return;
    if (id === TIMESTAMP_SCALE && number > 0) this.#scale = number;
    if (id === TRACK_NUMBER) this.#number = number;
    if (id === CLUSTER_TIMESTAMP) this.#cluster = number;
    if (id === TRACK_TYPE && number === PICTURE) this.hasPicture = true;
    if (id === TRACK_TYPE && number === SOUND) {
      this.hasSound = true;
      this.#soundTrack ??= this.#number;
    }
  }

  noteBlock(header: Buffer): void {
    const track = readNumber(header);
    if (!track || header.length < track.length + 2) return;
    const time = this.#cluster + header.readInt16BE(track.length);
    this.#last = Math.max(this.#last ?? 0, time);
    if (track.value !== this.#soundTrack) return;
    this.#step = time - this.#lastOfSound;
    this.#lastOfSound = time;
  }

  durationMs(): number | undefined {
    const unit = this.#scale / NANOSECONDS_A_MS;
    if (this.#duration !== undefined) return this.#duration * unit;
    if (this.#last === undefined) return undefined;
    // The last packet sounds as long as the one before it.
    return this.#last * unit + Math.min(Math.max(this.#step * unit, 0), MAX_STEP_MS);
  }
}

const unsignedOf = (value: Buffer) =>
  value.length <= 8 ? value.reduce((sum, byte) => sum * 256 + byte, 0) : undefined;

/** Undefined for a value that is no length. */
function floatOf(value: Buffer): number | undefined {
  const isLong = value.length === 8;
  if (!isLong && value.length !== 4) return undefined;
  const number = isLong ? value.readDoubleBE() : value.readFloatBE();
  return number > 0 ? number : undefined;
}

async function look(bytes: FileBytes, seen: Seen, { id, from, length = 0 }: Element) {
  if (BLOCKS.includes(id)) seen.noteBlock(await bytes.upTo(Math.min(length, 10), from));
  else if (length <= 8) seen.note(id, await bytes.upTo(length, from));
}

/** Without a stored length, as a recorder leaves it that writes as it goes, the last block says how long it lasts. */
export async function readWebm(bytes: FileBytes): Promise<Tracks | undefined> {
  const seen = new Seen();
  let at = 0;
  for (let one = await elementAt(bytes, at); one; one = await elementAt(bytes, at)) {
    if (one.id === CLUSTER && seen.isEnough()) break;
    const isMaster = MASTERS.includes(one.id);
    if (!isMaster && one.length === undefined) break;
    if (!isMaster) await look(bytes, seen, one);
    at = isMaster ? one.from : one.from + (one.length ?? 0);
  }
  const { hasSound, hasPicture } = seen;
  return hasSound || hasPicture
    ? { hasSound, hasPicture, durationMs: seen.durationMs() }
    : undefined;
}

/** A name of at most four bytes, and a length of at most eight. */
const MAX_HEADER = 12;

interface Element {
  id: number;
  from: number;
  /** Undefined where it was not known when it was written: the element ends where its kind cannot go on. */
  length: number | undefined;
}

/** How many bytes it takes, by the zeros before its first one; 9 for what is none. */
const lengthOf = (first: number) => Math.clz32(first) - 23;

/** The names keep the bit that tells their length. */
function readId(header: Buffer): { id: number; length: number } | undefined {
  const length = lengthOf(header[0] ?? 0);
  if (length > 4 || length > header.length) return undefined;
  return { id: header.readUIntBE(0, length), length };
}

function readLength(header: Buffer, at: number) {
  const first = header[at] ?? 0;
  const length = lengthOf(first);
  if (length > 8 || at + length > header.length) return undefined;
  const mask = 0xff >> length;
  const rest = header.subarray(at + 1, at + length);
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first & mask);
  const isUnknown = (first & mask) === mask && rest.every((byte) => byte === 0xff);
  return { value: isUnknown ? undefined : value, length };
}

/** Undefined where none begins. */
async function elementAt(bytes: FileBytes, at: number): Promise<Element | undefined> {
  const header = await bytes.upTo(MAX_HEADER, at);
  const id = readId(header);
  const size = id && readLength(header, id.length);
  if (!id || !size) return undefined;
  return { id: id.id, from: at + id.length + size.length, length: size.value };
}

/** A number as a block begins with: that of its track, and how many bytes it takes. */
const readNumber = (header: Buffer) => readLength(header, 0);
