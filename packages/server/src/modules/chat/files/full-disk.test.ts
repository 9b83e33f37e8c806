import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getHealth } from '@chat/contract/system';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../../test/cast.ts';
import { type FakeS3, openFakeS3 } from '../../../../test/fake-s3.ts';
import {
  fetchFile,
  newestOf,
  picture,
  sendFile,
  sendHalf,
  storedKeys,
} from '../../../../test/files.ts';
import { headOf, openRawConnection } from '../../../../test/raw-connection.ts';
import { mountSmallDisk } from '../../../../test/small-disk.ts';
import { readConfig } from '../../../config/env.ts';

const FULL = 'No queda espacio en el disco del servidor. Avisa a un administrador.';
const PAGE = 4096;

const disk = mountSmallDisk(16);
afterAll(() => disk?.remove());

describe.runIf(disk).each(['disk', 'S3'])('with no room in DATA_DIR, files kept on %s', (kind) => {
  let s3: FakeS3 | undefined;
  let app: TestApp;
  let cast: Cast;
  let image: Buffer;
  beforeAll(async () => {
    s3 = kind === 'S3' ? await openFakeS3() : undefined;
    const dataDir = join(disk?.folder ?? '', 'data');
    app = await startApp({ dataDir, ...(s3 && { s3: readConfig({ S3_URL: s3.url }).s3 }) });
    cast = await gatherCast(app);
    image = await picture('png', 900, 300);
    // The first file makes the server create its folders.
    await sendFile(cast.ana, cast.ventasChat, { bytes: 'x' });
  });
  afterAll(async () => {
    await app.close();
    await s3?.close();
  });
  beforeEach(() => disk?.fill());
  afterEach(() => disk?.clear());

  const health = () => app.client().request('GET', getHealth.path);
  const stored = async () => [
    await storedKeys(app),
    s3?.objects.size,
    (await newestOf(cast.ana, cast.ventasChat))?.uuid,
  ];

  test('the health names the disk, and is well again once there is room', async () => {
    const text = 'El disco de los datos (DATA_DIR) está lleno';
    expect(await health()).toMatchObject({ status: 503, message: text, errors: { disk: [text] } });
    disk?.clear();
    expect((await health()).status).toBe(200);
  });

  test.each([
    ['nothing of it', 0],
    ['it, but not its small variant', PAGE],
  ])('an upload is told so and leaves nothing where there is room for %s', async (_, room) => {
    const before = await stored();
    disk?.fill(room);
    const file = { type: 'IMAGE', bytes: image, referenceId: `lleno-${room}` } as const;
    const reply = await sendFile(cast.ana, cast.ventasChat, file);
    expect(reply).toMatchObject({ status: 503, message: FULL, errors: {} });
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(await stored()).toEqual(before);
    disk?.clear();
    expect((await sendFile(cast.ana, cast.ventasChat, file)).status).toBe(201);
    const message = await newestOf(cast.bruno, cast.ventasChat);
    expect((await fetchFile(cast.bruno, `${message?.mediaUrl}?size=thumb`)).status).toBe(200);
  });
});

describe.runIf(disk)('with RESERVE_MB of the disk of DATA_DIR', () => {
  const MB = 2 ** 20;
  const RESERVE = 6 * MB;
  let app: TestApp;
  let cast: Cast;
  beforeAll(async () => {
    app = await startApp({ dataDir: join(disk?.folder ?? '', 'reserved'), reserveBytes: RESERVE });
    cast = await gatherCast(app);
    await sendFile(cast.ana, cast.ventasChat, { bytes: 'x' });
  });
  afterAll(() => app.close());
  beforeEach(() => disk?.fill(RESERVE + 2 * MB));
  afterEach(() => disk?.clear());

  const arriving = () => readdir(join(app.ctx.config.dataDir, 'uploads'));
  const send = (bytes: number) =>
    sendFile(cast.ana, cast.ventasChat, { bytes: Buffer.alloc(bytes) });

  test('a file that would leave less is refused, one that leaves it is not, and texts go on', async () => {
    const before = await storedKeys(app);
    expect(await send(3 * MB)).toMatchObject({ status: 503, message: FULL });
    expect(await storedKeys(app)).toEqual(before);
    expect(await arriving()).toEqual([]);
    expect((await sendText(cast.ana, cast.ventasChat, 'Sigo escribiendo')).status).toBe(201);
    expect((await send(MB)).status).toBe(201);
  });

  test('a file that turns out larger is stopped in the middle, and nothing of it is left', async () => {
    const before = await storedKeys(app);
    const endHalf = await sendHalf(cast.ana, cast.ventasChat, 3 * MB);
    await expect.poll(arriving).toHaveLength(1);
    expect(await endHalf()).toBe(503);
    expect(await storedKeys(app)).toEqual(before);
    expect(await arriving()).toEqual([]);
    expect(disk?.free()).toBeGreaterThan(RESERVE);
    expect((await sendText(cast.ana, cast.ventasChat, 'Y sigo')).status).toBe(201);
    // The server checks the disk some times a second.
    await expect.poll(async () => (await send(MB)).status).toBe(201);
  });

  test('a sender who goes away in the middle leaves nothing', async () => {
    const before = await storedKeys(app);
    const { socket } = await openRawConnection(app.url);
    const file = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.bin"\r\n\r\n';
    const headers = [
      `authorization: Bearer ${cast.ana.token}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${MB}`,
    ];
    const path = `/api/chats/${cast.ventasChat}/messages`;
    socket.write(headOf(`POST ${path}`, headers, `${file}${'x'.repeat(100_000)}`));
    await expect.poll(arriving).toHaveLength(1);
    socket.destroy();
    await expect.poll(arriving).toEqual([]);
    expect(await storedKeys(app)).toEqual(before);
  });
});
