import type { FileBytes, Tracks } from './file-bytes.ts';

/** Frames stand closer together, whatever a tag before them left behind. */
const MAX_GAP = 4_096;
const HEADER = 4;
const TAG_HEADER = 10;
// Kilobits a second, by the four bits of the header: of MPEG 1 and of MPEG 2, for the layers I, II and III.
const BITRATES: Record<'1' | '2', readonly (readonly number[])[]> = {
  1: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  2: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
};
/** In a frame of each layer. */
const SAMPLES = { 1: [384, 1152, 1152], 2: [384, 1152, 576] };
const RATES = [44_100, 48_000, 32_000];
/** The rates of MPEG 1 are divided by these: for MPEG 2.5, none, MPEG 2 and MPEG 1. */
const RATE_DIVISORS = [4, 0, 2, 1];

interface Frame {
  /** In bytes, its header included. */
  length: number;
  ms: number;
}

/** Undefined for four bytes that begin no frame. */
function frameOf(header: Buffer): Frame | undefined {
  const [sync = 0, kind = 0, rates = 0] = header;
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined;
  const divisor = RATE_DIVISORS[(kind >> 3) & 3];
  // Stands for the layers I, II and III as 3, 2 and 1.
  const layer = 4 - ((kind >> 1) & 3);
  const rate = RATES[(rates >> 2) & 3];
  if (!divisor || layer === 4 || !rate) return undefined;
  const generation = divisor === 1 ? '1' : '2';
  const kilobits = BITRATES[generation][layer - 1]?.[(rates >> 4) - 1];
  if (!kilobits) return undefined;
  const samples = SAMPLES[generation][layer - 1] ?? 0;
  const perSecond = rate / divisor;
  const slot = layer === 1 ? 4 : 1;
  const slots = Math.floor(((samples / 8 / slot) * kilobits * 1_000) / perSecond);
  const padding = (rates >> 1) & 1;
  return { length: (slots + padding) * slot, ms: (samples / perSecond) * 1_000 };
}

async function frameAt(bytes: FileBytes, at: number): Promise<Frame | undefined> {
  const header = await bytes.exactly(HEADER, at);
  return header && frameOf(header);
}

/** Behind the tags that may stand before the sound. */
async function skipTags(bytes: FileBytes): Promise<number> {
  let at = 0;
  for (;;) {
    const header = await bytes.exactly(TAG_HEADER, at);
    if (header?.toString('latin1', 0, 3) !== 'ID3') return at;
    const length = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((header[place] ?? 0) & 127), 0);
    at += TAG_HEADER + length;
  }
}

/** Two frames in a row are no chance, as one may be in any text. */
async function findFirst(bytes: FileBytes): Promise<number | undefined> {
  const start = await skipTags(bytes);
  for (let at = start; at < start + MAX_GAP; at++) {
    const frame = await frameAt(bytes, at);
    if (frame && (await frameAt(bytes, at + frame.length))) return at;
  }
  return undefined;
}

/** In place of sound: how a coder says what it has done. */
async function isInformation(bytes: FileBytes, at: number, { length }: Frame): Promise<boolean> {
  const frame = (await bytes.upTo(Math.min(length, 64), at)).toString('latin1');
  return /Xing|Info|VBRI/.test(frame);
}

/** Frame by frame, for each may have another length. */
export async function readMpeg(bytes: FileBytes): Promise<Tracks | undefined> {
  const first = await findFirst(bytes);
  if (first === undefined) return undefined;
  let durationMs = 0;
  let at = first;
  for (let frame = await frameAt(bytes, at); frame; frame = await frameAt(bytes, at)) {
    if (at > first || !(await isInformation(bytes, at, frame))) durationMs += frame.ms;
    at += frame.length;
  }
  return { hasSound: true, hasPicture: false, durationMs };
}

const AAC_HEADER = 7;
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const SAMPLES_IN_BLOCK = 1_024;

interface AacFrame {
  /** In bytes, its header included. */
  length: number;
  ms: number;
}

async function aacFrameAt(bytes: FileBytes, at: number): Promise<AacFrame | undefined> {
  const header = await bytes.exactly(AAC_HEADER, at);
  if (!header || (header.readUInt16BE(0) & 0xfff6) !== 0xfff0) return undefined;
  const rate = AAC_RATES[(header.readUInt8(2) >> 2) & 15];
  const length = (header.readUIntBE(3, 3) >> 5) & 0x1fff;
  if (!rate || length < AAC_HEADER) return undefined;
  const blocks = (header.readUInt8(6) & 3) + 1;
  return { length, ms: ((blocks * SAMPLES_IN_BLOCK) / rate) * 1_000 };
}

/** Frame by frame, for nothing says how many there are. */
export async function readAac(bytes: FileBytes): Promise<Tracks | undefined> {
  let at = await skipTags(bytes);
  let frames = 0;
  let durationMs = 0;
  for (let frame = await aacFrameAt(bytes, at); frame; frame = await aacFrameAt(bytes, at)) {
    frames++;
    durationMs += frame.ms;
    at += frame.length;
  }
  // Two in a row are no chance, as one may be in any text.
  return frames < 2 ? undefined : { hasSound: true, hasPicture: false, durationMs };
}

/** The name, and the first block with its header. */
const BEGINNING = 42;

/** The first block says how many samples there are, and how many make a second; 0 where that was not known yet. */
export async function readFlac(bytes: FileBytes): Promise<Tracks | undefined> {
  const beginning = await bytes.exactly(BEGINNING, await skipTags(bytes));
  if (beginning?.toString('latin1', 0, 4) !== 'fLaC') return undefined;
  const perSecond = beginning.readUIntBE(18, 3) >> 4;
  const samples = (beginning.readUInt8(21) & 0x0f) * 2 ** 32 + beginning.readUInt32BE(22);
  const durationMs = perSecond > 0 ? (samples / perSecond) * 1_000 : undefined;
  return { hasSound: true, hasPicture: false, durationMs };
}
