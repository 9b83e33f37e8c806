import type { FileBytes } from './file-bytes.ts';
import { skipTags } from './mpeg.ts';
import type { Tracks } from './recording.ts';

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
