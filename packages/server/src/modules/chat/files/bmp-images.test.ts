import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BmpForm, bmp } from '../../../../test/bmp.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { fetchFile, type SentFile, sendFile, sentFile } from '../../../../test/files.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const sendImage = (bytes: Buffer) =>
  sendFile(cast.ana, cast.ventasChat, { type: 'IMAGE', fileName: 'a.bmp', bytes });
const sent = (file: SentFile) => sentFile(cast.ana, cast.ventasChat, file);

describe('a BMP', () => {
  const large = { width: 900, height: 300 };
  test.each<[string, BmpForm]>([
    ['24 bits', { ...large, bits: 24 }],
    ['24 bits from top to bottom', { ...large, height: -300, bits: 24 }],
    ['24 bits, with rows that are filled up', { width: 901, height: 301, bits: 24 }],
    ['32 bits', { ...large, bits: 32 }],
    ['32 bits with masks', { ...large, bits: 32, compression: 'masks' }],
    ['16 bits', { ...large, bits: 16 }],
    ['16 bits with masks', { ...large, bits: 16, compression: 'masks' }],
    ['256 colours', { ...large, bits: 8 }],
    ['16 colours', { ...large, bits: 4 }],
    ['2 colours', { ...large, bits: 1 }],
    ['256 colours, packed', { ...large, bits: 8, compression: 'rle' }],
    ['16 colours, packed', { ...large, bits: 4, compression: 'rle' }],
    ['a header of version 4', { ...large, bits: 24, headerSize: 108 }],
    ['a header of version 5', { ...large, bits: 24, headerSize: 124 }],
    ['a header of OS/2', { ...large, bits: 8, headerSize: 12 }],
    ['more than twice as large', { width: 2500, height: 834, bits: 8 }],
    ['one pixel', { width: 1, height: 1, bits: 24 }],
    ['one pixel from top to bottom', { width: 1, height: -1, bits: 32 }],
    ['two pixels', { width: 2, height: 1, bits: 16 }],
    ['one pixel of 2 colours', { width: 1, height: 1, bits: 1 }],
    ['one pixel, with a header of OS/2', { width: 1, height: 1, bits: 24, headerSize: 12 }],
    ['more than 50 million pixels', { width: 10_000, height: 5_001, bits: 1 }],
  ])('of %s has its size, is shown in place, and has no small variant', async (_, form) => {
    const message = await sent({ type: 'IMAGE', fileName: 'a.bmp', bytes: bmp(form) });
    const { width, height } = form;
    expect([message.mediaWidth, message.mediaHeight]).toEqual([width, Math.abs(height)]);
    expect((await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`)).status).toBe(404);
    const whole = await fetchFile(cast.bruno, message.mediaUrl);
    expect(whole.headers.get('content-type')).toBe('image/bmp');
    expect(whole.headers.get('content-disposition')).toMatch(/^inline;/);
  });

  test('that breaks off after its first rows is shown as far as it goes', async () => {
    const whole = bmp({ width: 900, height: -300, bits: 24 });
    const message = await sent({ type: 'IMAGE', bytes: whole.subarray(0, whole.length / 3) });
    expect([message.mediaWidth, message.mediaHeight]).toEqual([900, 300]);
    const { headers } = await fetchFile(cast.bruno, message.mediaUrl);
    expect(headers.get('content-type')).toBe('image/bmp');
  });
});

describe('the header of a BMP', () => {
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = bmp({ width: 20, height: 10, bits: 24 });
    change(bytes);
    return bytes;
  };
  test.each<[string, Buffer]>([
    ['a height of −2³¹', changed((bytes) => bytes.writeInt32LE(-(2 ** 31), 22))],
    ['a height of 0', changed((bytes) => bytes.writeInt32LE(0, 22))],
    ['a height beyond what is shown', changed((bytes) => bytes.writeInt32LE(2 ** 31 - 1, 22))],
    ['a width below 0', changed((bytes) => bytes.writeInt32LE(-20, 18))],
    ['a width of −2³¹', changed((bytes) => bytes.writeInt32LE(-(2 ** 31), 18))],
    ['a width beyond its bytes', changed((bytes) => bytes.writeInt32LE(90_000, 18))],
    ['5 bits', changed((bytes) => bytes.writeUInt16LE(5, 28))],
    ['a packing that does not go with it', changed((bytes) => bytes.writeUInt32LE(1, 30))],
    ['pixels beyond its end', changed((bytes) => bytes.writeUInt32LE(5_000, 10))],
    ['pixels within itself', changed((bytes) => bytes.writeUInt32LE(20, 10))],
    ['a size that no header has', changed((bytes) => bytes.writeUInt32LE(41, 14))],
    ['nothing after it', bmp({ width: 20, height: 10, bits: 24 }).subarray(0, 54)],
    ['words', Buffer.from('BMW, Seat, Renault, Toyota: ¿cuál elegimos para el reparto de Ávila?')],
  ])('cannot have %s', async (_, bytes) => {
    const reply = await sendImage(bytes);
    expect([reply.status, reply.errors]).toEqual([
      422,
      { image: ['El archivo no es una imagen válida'] },
    ]);
  });

  test('may say anything at all, and is taken or refused', async () => {
    const whole = bmp({ width: 20, height: 10, bits: 8, compression: 'rle' });
    const bytes = fc
      .tuple(fc.uint8Array({ minLength: 60, maxLength: 60 }), fc.integer({ min: 2, max: 56 }))
      .map(([noise, from]) => {
        const changedBytes = Buffer.from(whole);
        changedBytes.set(noise.subarray(0, 62 - from), from);
        return changedBytes;
      });
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        expect([201, 422]).toContain((await sendImage(given)).status);
      }),
      { numRuns: 150 },
    );
  });
});
