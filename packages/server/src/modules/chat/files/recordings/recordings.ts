import { UNKNOWN } from '../pictures/media-type.ts';
import { readAac } from './aac.ts';
import { FileBytes } from './file-bytes.ts';
import { readFlac } from './flac.ts';
import { readMp4 } from './mp4.ts';
import { readMpeg } from './mpeg.ts';
import { readOgg } from './ogg.ts';
import type { Tracks } from './recording.ts';
import { readWav } from './wav.ts';
import { readWebm } from './webm.ts';

export interface Recording {
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

/** Of the database's column. */
const MAX_MS = 2 ** 31 - 1;

function presentDuration(durationMs: number | undefined): number | null {
  const rounded = Math.round(durationMs ?? 0);
  return rounded > 0 && rounded <= MAX_MS ? rounded : null;
}

/**
 * What sounds in a file, by its bytes, and for how long (rules/voice 1); in the process of pictures. Readers of our own: the library for it
 * (`music-metadata`) takes whole tags into memory, and fails at the elements without a length that browsers record.
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

/** What only begins like sound is none; of a film its beginning is enough. */
const unheard = (mediaType: string) => (mediaType.startsWith('audio/') ? UNKNOWN : mediaType);
