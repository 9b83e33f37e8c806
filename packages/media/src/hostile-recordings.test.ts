import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, mp4 } from '../test/mp4.ts';
import { ogg } from '../test/ogg.ts';
import { aac, flac, mp3, wav } from '../test/sound-formats.ts';
import { element, steps, webm } from '../test/webm.ts';
import { examineRecording } from './recordings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-recordings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function examine(bytes: Buffer, claimed: string) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return examineRecording(path, claimed);
}

const samples: [string, Buffer][] = [
  ['video/webm', webm({ tracks: 'both', times: steps(2_400) })],
  ['audio/ogg; codecs=opus', ogg({ ms: 3_000 })],
  ['audio/ogg', ogg({ codec: 'vorbis', ms: 3_000, withPicture: true })],
  ['video/mp4', mp4({ ms: 0, fragments: [500, 500], withTimes: true })],
  ['video/quicktime', mp4({ tracks: 'both', ms: 700 })],
  ['audio/mpeg', mp3({ frames: 20, tag: 300 })],
  ['audio/aac', aac({ frames: 20 })],
  ['audio/flac', flac({ samples: 44_100 })],
  ['audio/wav', wav({ ms: 100, withList: true })],
];

const noise = fc.record({
  sample: fc.constantFrom(...samples),
  // The head has lengths and counts, and extreme numbers in them mislead a parser most.
  changes: fc.array(
    fc.tuple(fc.nat(600), fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255))),
    { maxLength: 12 },
  ),
  cut: fc.option(fc.nat(900), { freq: 3 }),
});

test('bytes may say anything at all: what is known of them is a kind and a length that can be stored', async () => {
  await fc.assert(
    fc.asyncProperty(noise, async ({ sample: [claimed, whole], changes, cut }) => {
      const bytes = Buffer.from(whole);
      for (const [place, value] of changes) bytes[place % bytes.length] = value;
      const { mediaType, durationMs } = await examine(bytes.subarray(0, cut ?? undefined), claimed);
      expect(mediaType).toMatch(/^(audio|video)\/[a-z0-9]+$|^application\/(octet-stream|ogg)$/);
      if (durationMs === null) return;
      expect(Number.isInteger(durationMs)).toBe(true);
      expect(durationMs).toBeGreaterThan(0);
      expect(durationMs).toBeLessThan(2 ** 31);
    }),
    { numRuns: 1_500 },
  );
});

/** Repeats the piece up to the largest file size. */
const filledWith = (head: Buffer, piece: Buffer) =>
  Buffer.concat([head, Buffer.alloc(25 * 2 ** 20 - head.length, piece)]);

describe('a file that is made to be looked into without end', () => {
  test('of elements without content is left after a while, with the kind it has shown', async () => {
    const bytes = filledWith(webm({ times: steps(600) }), element(0xec, Buffer.alloc(0)));
    const closed = filledWith(webm({ times: steps(600) }), Buffer.from([0xec, 0x80]));
    expect((await examine(bytes, 'video/webm')).mediaType).toBe('audio/webm');
    expect(await examine(closed, 'video/webm')).toEqual({
      mediaType: 'audio/webm',
      durationMs: null,
    });
  });

  test.each<[string, Buffer, Buffer, string]>([
    ['boxes', mp4({ ms: 900 }), box('free'), 'audio/mp4'],
    ['fragments', mp4({ ms: 0, fragments: [20] }), box('moof', box('traf')), 'audio/mp4'],
    ['tracks', mp4({ ms: 900 }), box('trak'), 'video/mp4'],
    [
      'tags',
      Buffer.from('ID3\x03\0\0\0\0\0\0'),
      Buffer.from('ID3\x03\0\0\0\0\0\0'),
      'application/octet-stream',
    ],
    ['pages', ogg({ ms: 900 }), Buffer.from('OggS'), 'audio/ogg'],
  ])('of %s ends', async (_, head, piece, mediaType) => {
    const claimed = mediaType === 'application/octet-stream' ? 'audio/mpeg' : mediaType;
    expect((await examine(filledWith(head, piece), claimed)).mediaType).toBe(mediaType);
  });

  test('with a run of four thousand million samples has no length', async () => {
    const whole = mp4({ ms: 0, fragments: [40], samples: 'ofTrack' });
    whole.writeUInt32BE(0xffff_ffff, whole.indexOf('trun') + 8);
    expect(await examine(whole, 'video/mp4')).toEqual({ mediaType: 'audio/mp4', durationMs: null });
  });
});
