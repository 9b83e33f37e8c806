import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { fetchFile, fetchThumbnail, picture, sentFile } from '../../../../test/files.ts';
import {
  type NotedFormat,
  notedFilm,
  notedGif,
  notedJpeg,
  notedPng,
  notedWebp,
  photo,
  SECRET,
  segment,
} from '../../../../test/noted-pictures.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** Sends it; returns the message and the bytes that others get. */
async function handOn(bytes: Buffer, type: 'IMAGE' | 'VIDEO' | 'FILE' = 'IMAGE', fileName = 'a') {
  const message = await sentFile(cast.ana, cast.ventasChat, { type, fileName, bytes });
  const got = await fetchFile(cast.bruno, message.mediaUrl);
  return { message, got: got.bytes };
}

const pixelsOf = (bytes: Buffer) => sharp(bytes, { failOn: 'none' }).raw().toBuffer();

async function expectSamePicture(got: Buffer, sent: Buffer): Promise<void> {
  expect(got.includes(SECRET)).toBe(false);
  expect((await pixelsOf(got)).equals(await pixelsOf(sent))).toBe(true);
  const [is, was] = [await sharp(got).metadata(), await sharp(sent).metadata()];
  expect([is.icc, is.orientation]).toEqual([was.icc, was.orientation]);
  expect(is.xmp).toBeUndefined();
}

describe('an IMAGE is handed on with its pixels, its colours and its turn, and without place, camera or people', () => {
  test.each<[NotedFormat, string, object, (bytes: Buffer) => Buffer]>([
    ['jpeg', 'a JPEG', {}, notedJpeg],
    ['jpeg', 'a progressive JPEG', { progressive: true }, notedJpeg],
    ['png', 'a PNG', {}, notedPng],
    ['webp', 'a WebP', {}, notedWebp],
    ['webp', 'a lossless WebP', { lossless: true }, notedWebp],
  ])('%s: %s', async (format, _, options, noted) => {
    const sent = noted(await photo(format, options));
    expect(sent.includes(SECRET)).toBe(true);
    const { message, got } = await handOn(sent);
    await expectSamePicture(got, sent);
    expect((await sharp(got).metadata()).orientation).toBe(6);
    expect(message).toMatchObject({ fileSize: got.length, mediaWidth: 40, mediaHeight: 60 });
    const small = await fetchThumbnail(cast.bruno, message.mediaUrl);
    const { width, height } = await sharp(small.bytes).metadata();
    expect([small.status, width, height]).toEqual([200, 40, 60]);
  });

  test('a GIF that moves', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map((background) => coloured(background)));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 3 })
      .toBuffer();
    const sent = notedGif(gif);
    const { got } = await handOn(sent);
    expect(got.equals(gif)).toBe(true);
  });

  test('one so large that only unfolding it shows that it decodes', async () => {
    const sent = notedJpeg(await picture('jpeg', 2_500, 2_500, { progressive: true }));
    const { message, got } = await handOn(sent);
    expect([got.includes(SECRET), message.mediaWidth]).toEqual([false, 2_500]);
    expect((await fetchThumbnail(cast.bruno, message.mediaUrl)).status).toBe(200);
  });

  test('one that breaks off', async () => {
    const whole = notedJpeg(await photo('jpeg', {}, 600, 400));
    const sent = whole.subarray(0, whole.length / 3);
    const { message, got } = await handOn(sent);
    expect([got.includes(SECRET), message.mediaWidth]).toEqual([false, 400]);
    expect(sent.subarray(-100).equals(got.subarray(-100))).toBe(true);
  });

  test('one with notes between its scans, and bytes that belong to nothing', async () => {
    const jpeg = await photo('jpeg', { progressive: true });
    const scan = jpeg.lastIndexOf(Buffer.of(0xff, 0xda));
    const added = [segment(0xfe, SECRET), Buffer.from(SECRET), segment(0xe5, SECRET)];
    const sent = Buffer.concat([jpeg.subarray(0, scan), ...added, jpeg.subarray(scan)]);
    const { got } = await handOn(sent);
    await expectSamePicture(got, sent);
  });
});

const coloured = (background: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s that tells nothing is handed on as it came',
  async (format) => {
    const bytes = await picture(format);
    const { got } = await handOn(bytes);
    expect(got.equals(bytes)).toBe(true);
  },
);

describe('a VIDEO', () => {
  test('is handed on without its place, and with all else where it was', async () => {
    const { noted, bare } = notedFilm();
    const { message, got } = await handOn(noted, 'VIDEO', 'a.mov');
    expect(got.equals(bare)).toBe(true);
    expect(message).toMatchObject({ mimeType: 'video/quicktime', fileSize: noted.length });
  });

  test('that comes in fragments keeps all its tracks', async () => {
    const film = notedFilm().noted;
    const fragmented = Buffer.from(film);
    // The name of a box that nobody reads becomes that of the one that says so.
    fragmented.write('mvex', fragmented.indexOf('tkhd'), 'latin1');
    const { got } = await handOn(fragmented, 'VIDEO', 'a.mov');
    expect(got.includes('stco')).toBe(true);
  });
});

test('a FILE arrives as it is, a photo and a film too', async () => {
  for (const bytes of [notedJpeg(await photo('jpeg')), notedFilm().noted]) {
    const { message, got } = await handOn(bytes, 'FILE');
    expect([got.equals(bytes), message.fileSize]).toEqual([true, bytes.length]);
  }
});
