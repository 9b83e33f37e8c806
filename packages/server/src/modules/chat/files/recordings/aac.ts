import type { FileBytes } from './file-bytes.ts';
import { skipTags } from './mpeg.ts';
import type { Tracks } from './recording.ts';

const HEADER = 7;
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const SAMPLES_IN_BLOCK = 1_024;

interface Frame {
  /** In bytes, its header included. */
  length: number;
  ms: number;
}

async function frameAt(bytes: FileBytes, at: number): Promise<Frame | undefined> {
  const header = await bytes.exactly(HEADER, at);
  if (!header || (header.readUInt16BE(0) & 0xfff6) !== 0xfff0) return undefined;
  const rate = RATES[(header.readUInt8(2) >> 2) & 15];
  const length = (header.readUIntBE(3, 3) >> 5) & 0x1fff;
  if (!rate || length < HEADER) return undefined;
  const blocks = (header.readUInt8(6) & 3) + 1;
  return { length, ms: ((blocks * SAMPLES_IN_BLOCK) / rate) * 1_000 };
}

/** Frame by frame, for nothing says how many there are. */
export async function readAac(bytes: FileBytes): Promise<Tracks | undefined> {
  let at = await skipTags(bytes);
  let frames = 0;
  let durationMs = 0;
  for (let frame = await frameAt(bytes, at); frame; frame = await frameAt(bytes, at)) {
    frames++;
    durationMs += frame.ms;
    at += frame.length;
  }
  // Two in a row are no chance, as one may be in any text.
  return frames < 2 ? undefined : { hasSound: true, hasPicture: false, durationMs };
}
