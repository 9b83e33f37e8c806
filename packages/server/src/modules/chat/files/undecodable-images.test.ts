import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { fetchFile, picture, sendFile, sentFile, storedKeys } from '../../../../test/files.ts';

let app: TestApp;
let cast: Cast;
let before: string[];
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
beforeEach(async () => {
  before = await storedKeys(app);
});
afterAll(() => app.close());

/** A red picture with so much noise that it has many bytes. */
function photo(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  let grain = 1;
  for (let at = 0; at < pixels.length; at += 3) {
    grain = (grain * 16_807) % 2_147_483_647;
    pixels.set([200 + (grain % 40), 30 + (grain % 40), 40], at);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A PNG whose header has another size and a correct checksum. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await picture('png', 10, 10);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const beginnings = async (): Promise<[string, Buffer][]> => [
  ['GIF in a text', Buffer.from('GIF es un formato de imagen')],
  ['GIF89a and no more', Buffer.from('GIF89a')],
  ['the header of a GIF', (await photo(600, 300).gif().toBuffer()).subarray(0, 40)],
  ['three bytes of a JPEG', (await picture('jpeg')).subarray(0, 3)],
  ['the header of a JPEG', (await photo(600, 300).jpeg().toBuffer()).subarray(0, 700)],
  ['20 bytes of a PNG', (await picture('png')).subarray(0, 20)],
  ['the header of a PNG', (await picture('png')).subarray(0, 60)],
  ['12 bytes of a WebP', (await picture('webp')).subarray(0, 12)],
  ['half of a WebP', (await photo(600, 300).webp().toBuffer()).subarray(0, 2_000)],
  ['a PNG whose bytes do not suffice for the size it claims', await claiming(60_000, 60_000)],
  ['a PNG as wide as no screen', await claiming(2 ** 31 - 1, 1)],
  ['BM in a text', Buffer.from('BMW, Seat y Renault han subido los precios otra vez este año.')],
];

describe('bytes that only begin like an image', () => {
  test('are no IMAGE: 422 on the file, and nothing is stored', async () => {
    for (const [what, bytes] of await beginnings()) {
      const file = { type: 'IMAGE', fileName: 'a.png', bytes } as const;
      const reply = await sendFile(cast.ana, cast.ventasChat, file);
      expect([what, reply.status, reply.errors]).toEqual([
        what,
        422,
        { image: ['El archivo no es una imagen válida'] },
      ]);
    }
    expect(await storedKeys(app)).toEqual(before);
  });

  test('are a FILE that is only ever saved, and of no kind that says otherwise', async () => {
    for (const [what, bytes] of await beginnings()) {
      const file = { fileName: 'foto.png', bytes };
      const message = await sentFile(cast.ana, cast.ventasChat, file);
      expect([what, message.mediaWidth, message.mediaHeight]).toEqual([what, null, null]);
      const { headers } = await fetchFile(cast.bruno, message.mediaUrl);
      expect([what, headers.get('content-type')]).toEqual([what, 'application/octet-stream']);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      const small = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
      expect([what, small.status]).toEqual([what, 404]);
    }
  });
});

describe('an image that breaks off after its first rows', () => {
  const formats: [string, () => Promise<Buffer>][] = [
    ['JPEG', () => photo(1200, 900).jpeg().toBuffer()],
    ['PNG', () => photo(1200, 900).png().toBuffer()],
    ['GIF', () => photo(1200, 900).gif().toBuffer()],
  ];
  test.each(formats)('is an IMAGE, small as far as it goes: %s', async (_, whole) => {
    const bytes = await whole();
    const half = bytes.subarray(0, bytes.length / 2);
    const message = await sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', bytes: half });
    expect([message.mediaWidth, message.mediaHeight]).toEqual([1200, 900]);
    const { status, bytes: thumb } = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    expect(status).toBe(200);
    const { data, info } = await sharp(thumb)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([480, 360]);
    expect(data[0]).toBeGreaterThan(150);
  });
});
