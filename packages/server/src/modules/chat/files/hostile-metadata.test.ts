import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box } from '../../../../../media/test/mp4.ts';
import { picture } from '../../../../test/files.ts';
import {
  chunk,
  notedFilm,
  notedGif,
  notedJpeg,
  notedPng,
  notedWebp,
  photo,
  segment,
} from '../../../../test/noted-pictures.ts';
import { lookAt } from './pictures/look.ts';
import type { PictureAnswer } from './pictures/picture.ts';

let folder: string;
let samples: Buffer[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-metadata-'));
  samples = [
    notedJpeg(await photo('jpeg')),
    notedJpeg(await photo('jpeg', { progressive: true })),
    notedPng(await photo('png')),
    notedWebp(await photo('webp')),
    notedGif(await picture('gif', 40, 30)),
    notedFilm().noted,
  ];
});
afterAll(() => rm(folder, { recursive: true }));

const sides = ({ picture: seen }: PictureAnswer) =>
  // How it is turned is said by what may be wrong here.
  seen && [[seen.width, seen.height].sort(), seen.thumbnail];

/** A file that is looked at as it came, and bared. */
async function lookTwice(bytes: Buffer) {
  const [asItCame, bared] = [join(folder, 'file'), join(folder, 'bared')];
  await writeFile(asItCame, bytes);
  await copyFile(asItCame, bared);
  const look = (path: string, isBared: boolean) =>
    lookAt(path, isBared).then(
      (seen) => ({ mediaType: seen.mediaType, seen: sides(seen), durationMs: seen.durationMs }),
      () => 'no picture',
    );
  const [was, is] = [await look(asItCame, false), await look(bared, true)];
  return { was, is, stored: await readFile(bared) };
}

const noise = fc.record({
  sample: fc.nat(5),
  // The head has lengths and counts, and extreme numbers in them mislead a parser most.
  changes: fc.array(
    fc.tuple(fc.nat(1_500), fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255))),
    { maxLength: 6 },
  ),
  cut: fc.option(fc.nat(2_000), { freq: 3 }),
});

test('whatever bytes say, a picture is seen after its notes are gone as it was seen before', async () => {
  await fc.assert(
    fc.asyncProperty(noise, async ({ sample, changes, cut }) => {
      const bytes = Buffer.from(samples[sample] ?? []);
      for (const [place, value] of changes) bytes[place % bytes.length] = value;
      const { was, is } = await lookTwice(bytes.subarray(0, cut ?? undefined));
      // A picture may even be seen only without them.
      if (was !== 'no picture') expect(is).toEqual(was);
    }),
    { numRuns: 200 },
  );
});

/** Repeats the piece up to the largest file size. */
const filledWith = (head: Buffer, piece: Buffer, end: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([head, Buffer.alloc(25 * 2 ** 20 - head.length - end.length, piece), end]);

describe('a file that is made to be looked into without end is kept as it came', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'segments',
      async () => {
        const jpeg = await picture('jpeg');
        return filledWith(jpeg.subarray(0, 2), segment(0xfe, ''), jpeg.subarray(2));
      },
    ],
    [
      'marks between scans',
      async () => {
        const jpeg = await photo('jpeg');
        return filledWith(jpeg.subarray(0, -2), Buffer.from('\xff\xe9\0\x02-', 'latin1'));
      },
    ],
    [
      'chunks',
      async () => {
        const png = await picture('png');
        return filledWith(png.subarray(0, 33), chunk('teXt', ''), png.subarray(33));
      },
    ],
    [
      'frames',
      async () => {
        const gif = await picture('gif');
        return filledWith(gif.subarray(0, -1), Buffer.from('!\xfe\x01-\0', 'latin1'));
      },
    ],
  ])('of %s', async (_, make) => {
    const bytes = await make();
    const { was, is, stored } = await lookTwice(bytes);
    expect(is).toEqual(was);
    expect(stored.equals(bytes)).toBe(true);
  });
});

test.each<[string, Buffer]>([
  ['boxes within boxes', Buffer.alloc(8, Buffer.from('\0\0\0\0moov', 'latin1'))],
  ['boxes that are left over', box('free')],
  ['tracks', box('trak', box('mdia'))],
])('a film of %s is looked at to its end', async (_, piece) => {
  const bytes = filledWith(notedFilm().noted, piece);
  const { was, is, stored } = await lookTwice(bytes);
  expect([is, stored.length]).toEqual([was, bytes.length]);
});
