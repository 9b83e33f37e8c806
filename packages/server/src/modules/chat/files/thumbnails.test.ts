import { deleteMessage, type Message } from '@chat/contract/messages';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patientTiming, startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import {
  fetchFile,
  fetchThumbnail,
  picture,
  sendFile,
  sentFile,
  storedKeys,
} from '../../../../test/files.ts';
import { RED, svg } from '../../../../test/vector.ts';
import { defaultTiming } from '../../../config/timing.ts';

const timing = { ...patientTiming };
let app: TestApp;
let cast: Cast;
/** A picture so large that its thumbnail is made after its message is stored. */
let large: Buffer;
beforeAll(async () => {
  app = await startApp({ timing });
  cast = await gatherCast(app);
  large = await picture('png', 3_000, 2_000);
});
afterAll(() => app.close());

const sent = (bytes: Buffer) => sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', bytes });
const thumbnailOf = ({ mediaUrl }: Message) => fetchThumbnail(cast.bruno, mediaUrl);
const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
};

/** The picture is decoded row by row, and still needs more memory than any drawing may. */
function wide(): Promise<Buffer> {
  const create = { width: 50_000, height: 500, channels: 4, background: '#3366cc80' } as const;
  return sharp({ create }).toColourspace('rgb16').png().toBuffer();
}

/** Holds back every read of a picture for its thumbnail, until the returned function is called. */
function holdPictures(): () => void {
  const { storage } = app.ctx;
  const { read } = storage;
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  storage.read = async (key, range) => {
    if (!key.endsWith('.thumbnail')) await released;
    return read(key, range);
  };
  return () => {
    storage.read = read;
    letGo();
  };
}

describe('a large picture', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['PNG', () => large],
    ['JPEG', () => picture('jpeg', 3_000, 2_000)],
  ])(
    'has its size with its message and its small variant when it is asked for: %s',
    async (_, make) => {
      const message = await sent(await make());
      expect([message.mediaWidth, message.mediaHeight]).toEqual([3_000, 2_000]);
      const { status, bytes } = await thumbnailOf(message);
      expect([status, await sizeOf(bytes)]).toEqual([200, [480, 320]]);
    },
  );

  test('that breaks off is small as far as it goes', async () => {
    const whole = await picture('jpeg', 3_000, 2_000);
    const message = await sent(whole.subarray(0, whole.length / 2));
    const { status, bytes } = await thumbnailOf(message);
    expect([status, await sizeOf(bytes)]).toEqual([200, [480, 320]]);
  });

  test('has a small variant also when a crash or a disk has lost it', async () => {
    const message = await sent(large);
    await thumbnailOf(message);
    const uuid = message.mediaUrl?.split('/').at(-1);
    await app.ctx.storage.remove([`${uuid}.thumbnail`]);
    const { status } = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`, {}, 'HEAD');
    // The HEAD request also starts the making of the thumbnail.
    expect([200, 503]).toContain(status);
    expect((await thumbnailOf(message)).status).toBe(200);
  });

  test('that would take too much to draw is kept without, and the next one has its own', async () => {
    const message = await sent(await wide());
    expect((await thumbnailOf(message)).status).toBe(404);
    expect((await thumbnailOf(message)).status).toBe(404);
    expect((await fetchFile(cast.bruno, message.mediaUrl)).status).toBe(200);
    expect((await thumbnailOf(await sent(large))).status).toBe(200);
  });

  test('that is deleted while it is made small leaves nothing', async () => {
    const before = await storedKeys(app);
    const letGo = holdPictures();
    const message = await sent(large);
    const params = { chatId: cast.ventasChat, messageId: message.uuid };
    expect((await app.elena.call(deleteMessage, { params })).status).toBe(200);
    letGo();
    // The thumbnail of this picture waits in line behind the deleted one.
    expect((await thumbnailOf(await sent(large))).status).toBe(200);
    await expect.poll(async () => (await storedKeys(app)).length).toBe(before.length + 2);
  });
});

test('who asks for a small variant that takes long is told to ask again, and then gets it', async () => {
  const letGo = holdPictures();
  const message = await sent(large);
  timing.thumbnailMs = 10;
  const early = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
  expect(JSON.parse(String(early.bytes))).toMatchObject({
    message: 'La miniatura aún no está lista. Intenta nuevamente en unos segundos.',
  });
  timing.thumbnailMs = defaultTiming.thumbnailMs;
  letGo();
  expect((await thumbnailOf(message)).status).toBe(200);
});

test('a drawing that takes too long is none for who asks, and is there for who asks once it is made', async () => {
  const letGo = holdPictures();
  const drawing = { type: 'IMAGE', fileName: 'plano.svg', bytes: svg(RED) } as const;
  const [drawn, message] = [await sentFile(cast.ana, cast.ventasChat, drawing), await sent(large)];
  timing.thumbnailMs = 10;
  timing.drawingMs = 0;
  const statusOf = async ({ mediaUrl }: Message) =>
    (await fetchFile(cast.bruno, `${mediaUrl}?size=thumb`)).status;
  expect([await statusOf(drawn), await statusOf(message)]).toEqual([404, 503]);
  Object.assign(timing, patientTiming);
  letGo();
  expect((await thumbnailOf(drawn)).status).toBe(200);
});

test('a small picture does not wait for what somebody else has sent', async () => {
  const letGo = holdPictures();
  await Promise.all(Array.from({ length: 5 }, () => sent(large)));
  const file = { type: 'IMAGE', bytes: await picture() } as const;
  const message = await sentFile(cast.bruno, cast.ventasChat, file);
  expect((await thumbnailOf(message)).status).toBe(200);
  letGo();
});

test('pictures of others are taken while some take so much that their process ends', async () => {
  const bytes = await wide();
  const file = { type: 'IMAGE', bytes } as const;
  const hostile = Promise.all(
    Array.from({ length: 4 }, () => sendFile(cast.ana, cast.ventasChat, file)),
  );
  const small = { type: 'IMAGE', bytes: await picture() } as const;
  for (let i = 0; i < 10; i++) {
    const { mediaUrl } = await sentFile(cast.bruno, cast.ventasChat, small);
    expect((await fetchThumbnail(cast.carla, mediaUrl)).status).toBe(200);
  }
  for (const { status } of await hostile) expect(status).toBe(201);
});
