import type { FileBytes } from './file-bytes.ts';

const HEADER = 8;
const LONG_HEADER = 16;
/** The longest of the boxes whose fields are read. */
const MAX_FIELDS = 64;
/** Written where the length was not known. */
const UNKNOWN_DURATIONS = [0xffff_ffff, 2 ** 64];

export interface Box {
  name: string;
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

/** Of a box that begins with a version and flags; what it does not hold is 0. */
export class Fields {
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

  /** Of `tfhd`, where its flags say that there is one. */
  defaultSample(): number | undefined {
    if ((this.flags & 8) === 0) return undefined;
    return this.number(8 + (this.flags & 1 ? 8 : 0) + (this.flags & 2 ? 4 : 0));
  }
}

export async function fieldsOf(bytes: FileBytes, { from, end }: Box): Promise<Fields> {
  return new Fields(await bytes.upTo(Math.min(end - from, MAX_FIELDS), from));
}
