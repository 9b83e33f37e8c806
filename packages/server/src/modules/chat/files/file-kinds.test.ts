import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import {
  fetchFile,
  formOf,
  picture,
  type SentFile,
  sendFile,
  sentFile,
  storedKeys,
} from '../../../../test/files.ts';

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

const send = (file: SentFile) => sendFile(cast.ana, cast.ventasChat, file);
const sent = (file: SentFile) => sentFile(cast.ana, cast.ventasChat, file);
const expectNothingStored = async () => expect(await storedKeys(app)).toEqual(before);

describe('an IMAGE', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'may be a %s, with its size and a small variant',
    async (format) => {
      const bytes = await picture(format, 900, 300);
      const message = await sent({ type: 'IMAGE', fileName: `a.${format}`, bytes });
      expect(message).toMatchObject({
        mediaWidth: 900,
        mediaHeight: 300,
        fileSize: bytes.length,
        mimeType: `image/${format}`,
      });
      const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
      expect(thumb.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(thumb.bytes).metadata();
      expect([width, height]).toEqual([480, 160]);
    },
  );

  test('is measured and made small as its camera was held', async () => {
    const upright = await sharp(await picture('jpeg', 800, 400))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const message = await sent({ type: 'IMAGE', fileName: 'foto.JPG', bytes: upright });
    expect([message.mediaWidth, message.mediaHeight]).toEqual([400, 800]);
    const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    const { width, height } = await sharp(thumb.bytes).metadata();
    expect([width, height]).toEqual([240, 480]);
  });

  test('that is small already is not blown up', async () => {
    const message = await sent({ type: 'IMAGE', bytes: await picture('png', 20, 10) });
    const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    expect((await sharp(thumb.bytes).metadata()).width).toBe(20);
  });

  test('beyond 50 million pixels has its size, and no small variant', async () => {
    const bytes = await picture('png', 10_000, 5_001);
    const message = await sent({ type: 'IMAGE', bytes });
    expect([message.mediaWidth, message.mediaHeight]).toEqual([10_000, 5_001]);
    const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/json'),
    ]);
    const whole = await fetchFile(cast.bruno, message.mediaUrl);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('that would unfold beyond measure before a row is seen has no small variant either', async () => {
    // At two bytes a pixel: 48 MiB, and one row more.
    const small: Record<number, number> = {};
    for (const height of [6_144, 6_145]) {
      const create = { width: 4_096, height, channels: 3, background: '#3366cc' } as const;
      const grey = sharp({ create }).toColourspace('grey16');
      const bytes = await grey.png({ progressive: true }).toBuffer();
      const message = await sent({ type: 'IMAGE', bytes });
      expect([message.mediaWidth, message.mediaHeight]).toEqual([4_096, height]);
      small[height] = (await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`)).status;
    }
    expect(small).toEqual({ 6144: 200, 6145: 404 });
  });

  test.each([
    ['text', 'hola'],
    ['HTML', '<html><svg></svg></html>'],
    ['a text that speaks of <svg>', 'mira: <svg></svg>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a program', Buffer.from('7f454c460201010000000000000000000200', 'hex')],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['a video', Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')],
  ])('cannot be %s, whatever its name and its sender say', async (_, bytes) => {
    const form = formOf([
      ['type', 'IMAGE'],
      ['image', new Blob([bytes], { type: 'image/png' }), 'a.png'],
    ]);
    const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, form);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['image']]);
    await expectNothingStored();
  });
});

test('a VIDEO may be of any kind; what is none is given out as a file to keep', async () => {
  const sent = await send({ type: 'VIDEO', fileName: 'a.mp4', bytes: 'hola' });
  expect(sent.status).toBe(201);
});

test('a file that is no image has no small variant', async () => {
  for (const bytes of ['hola', '%PDF-1.7\n']) {
    const { mediaUrl } = await sent({ type: 'FILE', bytes });
    expect((await fetchFile(cast.bruno, `${mediaUrl}?size=thumb`)).status).toBe(404);
  }
});
