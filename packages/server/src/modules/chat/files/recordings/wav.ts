import type { FileBytes } from './file-bytes.ts';
import type { Tracks } from './recording.ts';

const HEADER = 12;
const CHUNK_HEADER = 8;
const FORMAT = 16;
/** Written where the length was not known yet: the sound goes on to the end. */
const UNKNOWN_LENGTHS = [0, 0xffff_ffff];

/** Chunks one after the other: the sound's length in bytes, by the bytes of a second. */
export async function readWav(bytes: FileBytes): Promise<Tracks | undefined> {
  let bytesPerSecond = 0;
  let at = HEADER;
  for (;;) {
    const header = await bytes.exactly(CHUNK_HEADER, at);
    if (!header) return undefined;
    const name = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const from = at + CHUNK_HEADER;
    if (name === 'fmt ') {
      const format = await bytes.exactly(FORMAT, from);
      bytesPerSecond = format?.readUInt32LE(8) ?? 0;
    }
    if (name === 'data') {
      const rest = bytes.size - from;
      const sounding = UNKNOWN_LENGTHS.includes(length) ? rest : Math.min(length, rest);
      const durationMs = bytesPerSecond > 0 ? (sounding / bytesPerSecond) * 1_000 : undefined;
      return { hasSound: true, hasPicture: false, durationMs };
    }
    // Chunks of an odd length are filled up.
    at = from + length + (length % 2);
  }
}
