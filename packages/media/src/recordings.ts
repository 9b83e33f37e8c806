import { FileBytes, type Tracks } from './file-bytes.ts';
import { readMp4 } from './mp4.ts';
import { readAac, readFlac, readMpeg } from './mpeg.ts';
import { readOgg } from './ogg.ts';
import { readWebm } from './webm.ts';

const UNKNOWN = 'application/octet-stream';

interface Recording {
  mediaType: string;
  durationMs: number | null;
}

type Reader = (bytes: FileBytes) => Promise<Tracks | undefined>;

interface Family {
  read: Reader;
  /** With sound alone, and with pictures. */
  sound: string;
  pictures: string;
}

const mp4 = { read: readMp4, sound: 'audio/mp4' };
const mp4Video = { ...mp4, pictures: 'video/mp4' };
const ogg = { read: readOgg, sound: 'audio/ogg', pictures: 'video/ogg' };

// By what the first bytes say.
const families: Record<string, Family> = {
  'video/webm': { read: readWebm, sound: 'audio/webm', pictures: 'video/webm' },
  'video/matroska': { read: readWebm, sound: 'audio/matroska', pictures: 'video/matroska' },
  'video/mp4': mp4Video,
  'audio/mp4': mp4Video,
  'audio/x-m4a': mp4Video,
  'video/x-m4v': { ...mp4, pictures: 'video/x-m4v' },
  'video/quicktime': { ...mp4, pictures: 'video/quicktime' },
  'audio/ogg': ogg,
  'video/ogg': ogg,
  'application/ogg': ogg,
  'audio/mpeg': { read: readMpeg, sound: 'audio/mpeg', pictures: 'audio/mpeg' },
  'audio/aac': { read: readAac, sound: 'audio/aac', pictures: 'audio/aac' },
  'audio/flac': { read: readFlac, sound: 'audio/flac', pictures: 'audio/flac' },
  'audio/wav': { read: readWav, sound: 'audio/wav', pictures: 'audio/wav' },
};

/** The highest number of the database's column. */
const MAX_MS = 2 ** 31 - 1;

function presentDuration(durationMs: number | undefined): number | null {
  const rounded = Math.round(durationMs ?? 0);
  return rounded > 0 && rounded <= MAX_MS ? rounded : null;
}

/**
 * Finds the sound in a file and its length by the bytes (rules/voice 1), in the process of pictures. The readers are
 * our own: `music-metadata` fails at what browsers record (decision 6).
 */
export async function examineRecording(path: string, claimed: string): Promise<Recording> {
  const [mediaType = claimed] = claimed.split(';');
  const family = families[mediaType];
  if (!family) return { mediaType, durationMs: null };
  const read = async (bytes: FileBytes) => {
    const tracks = await family.read(bytes);
    return tracks && { ...tracks, durationMs: bytes.isSpent ? undefined : tracks.durationMs };
  };
  const tracks = await FileBytes.of(path, read);
  if (!tracks) return { mediaType: unheard(mediaType), durationMs: null };
  const { hasPicture, durationMs } = tracks;
  return {
    mediaType: hasPicture ? family.pictures : family.sound,
    durationMs: presentDuration(durationMs),
  };
}

/** A file that only begins like sound is no sound; the beginning of a film is enough. */
const unheard = (mediaType: string) => (mediaType.startsWith('audio/') ? UNKNOWN : mediaType);

const HEADER = 12;
const CHUNK_HEADER = 8;
const FORMAT = 16;
/** Written where the length was not known yet: the sound goes on to the end. */
const UNKNOWN_LENGTHS = [0, 0xffff_ffff];

/** Chunks one after the other: the sound's length in bytes, by the bytes of a second. */
async function readWav(bytes: FileBytes): Promise<Tracks | undefined> {
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
