import { bytesOf, kindsOf, long, type Tracks } from './bytes.ts';

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
  /** The start of each block, in milliseconds. */
  times?: number[];
  /** The duration in the header; a recorder stores none. */
  duration?: number;
  /** Segment and clusters have no length, as Chromium writes them. */
  isOpen?: boolean;
}

const CLUSTER_MS = 1_000;

/** Blocks in clusters without any duration, as MediaRecorder writes WebM. */
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

/** A block of Opus every 60 ms, as in Chromium. */
export const steps = (ms: number, step = 60): number[] =>
  Array.from({ length: Math.ceil(ms / step) }, (_, index) => index * step);
