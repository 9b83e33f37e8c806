import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { type Fetched, fetchFile, fetchThumbnail, sentFile } from '../../../../test/files.ts';
import { RED, svg } from '../../../../test/vector.ts';
import { raw, sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const sent = (bytes: string, fileName = 'plano.svg') =>
  sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', fileName, bytes });
const uuidOf = (mediaUrl: string | null) => mediaUrl?.split('/').at(-1) ?? '';
const smallOf = async (bytes: string) => fetchThumbnail(cast.bruno, (await sent(bytes)).mediaUrl);

/** The red, green, blue and opacity of a raster's middle. */
async function middleOf({ bytes }: Fetched): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(middle, middle + 4)];
}
const isRed = ([red = 0, green = 0, , opacity]: number[]) =>
  red > 240 && green < 15 && opacity === 255;

describe('an SVG', () => {
  test.each([
    ['of any size', svg(RED), [480, 240]],
    ['as small as an icon', svg(RED, 'viewBox="0 0 100 50" width="24" height="12"'), [480, 240]],
    [
      'of a size that no screen has',
      svg(RED, 'viewBox="0 0 100 50" width="20000" height="10000"'),
      [480, 240],
    ],
    ['that says only how its sides relate', svg(RED, 'viewBox="0 0 50 100"'), [240, 480]],
    [
      'behind a prolog',
      `\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${svg(RED)}`,
      [480, 240],
    ],
  ])('has a small variant that is a raster: %s', async (_, bytes, [width, height]) => {
    const small = await smallOf(bytes);
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    if (height === 240) expect(isRed(await middleOf(small))).toBe(true);
  });

  test('is itself only ever saved', async () => {
    const { mediaUrl, mimeType } = await sent(svg(RED));
    expect(mimeType).toBe('image/svg+xml');
    const whole = await fetchFile(cast.bruno, mediaUrl);
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(whole.bytes.toString()).toBe(svg(RED));
  });

  test('that was sent when none was drawn has its small variant once it is asked for', async () => {
    const { mediaUrl } = await sent(svg(RED));
    await fetchThumbnail(cast.bruno, mediaUrl);
    const uuid = uuidOf(mediaUrl);
    await app.ctx.storage.remove([`${uuid}.thumbnail`]);
    await app.ctx.db.run(sql`update files set has_thumbnail = false where uuid = ${uuid}`);
    expect((await fetchThumbnail(cast.bruno, mediaUrl)).status).toBe(404);
    const migration = new URL('../../../../migrations/0052-draw-what-was-not.sql', import.meta.url);
    await app.ctx.db.run(raw(await readFile(migration, 'utf8')));
    expect((await fetchThumbnail(cast.bruno, mediaUrl)).status).toBe(200);
  });
});

describe('what stands outside of an SVG', () => {
  test('is never read nor fetched: neither files nor addresses', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'web-chat-outside-'));
    await writeFile(
      join(folder, 'red.png'),
      await sharp({ create: { width: 100, height: 50, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    );
    await writeFile(join(folder, 'red.svg'), svg(`<g id="red">${RED}</g>`));
    await writeFile(join(folder, 'red.css'), 'rect{fill:#f00}');
    let asked = 0;
    const outside = createServer((_, response) => {
      asked++;
      response.end();
    });
    await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening));
    const { port } = outside.address() as AddressInfo;
    const address = (name: string) => [
      pathToFileURL(join(folder, name)).href,
      join(folder, name),
      name,
      `http://127.0.0.1:${port}/${name}`,
      `//127.0.0.1:${port}/${name}`,
    ];
    const image = (href: string) =>
      `<image width="100" height="50" href="${href}" xlink:href="${href}"/>`;
    const black = '<rect width="100" height="50"/>';
    const drawings = [
      ...address('red.png').map((href) => svg(black + image(href))),
      ...address('red.svg').map((href) => svg(black + image(href))),
      ...address('red.svg').map((href) => svg(`${black}<use xlink:href="${href}#red"/>`)),
      ...address('red.svg').map((href) =>
        svg(`${black}<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${href}"/>`),
      ),
      ...address('red.css').map(
        (href) => `<?xml-stylesheet type="text/css" href="${href}"?>${svg(black)}`,
      ),
      ...address('red.css').map((href) => svg(`<style>@import url("${href}");</style>${black}`)),
      ...address('red.svg').map(
        (href) => `<!DOCTYPE svg [<!ENTITY x SYSTEM "${href}">]>${svg(`${black}&x;`)}`,
      ),
      svg(
        `${black}<image width="100" height="50" href="data:image/svg+xml;base64,${Buffer.from(svg(image(address('red.png')[0] ?? ''))).toString('base64')}"/>`,
      ),
    ];
    try {
      for (const drawing of drawings) {
        const small = await smallOf(drawing);
        if (small.status === 404) continue;
        expect([drawing, await middleOf(small)]).toEqual([drawing, [0, 0, 0, 255]]);
      }
      expect(asked).toBe(0);
    } finally {
      outside.close();
      await rm(folder, { recursive: true });
    }
  });

  test('a picture whose bytes stand in it is drawn', async () => {
    const bytes = await sharp({
      create: { width: 100, height: 50, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer();
    const href = `data:image/png;base64,${bytes.toString('base64')}`;
    expect(
      isRed(await middleOf(await smallOf(svg(`<image width="100" height="50" href="${href}"/>`)))),
    ).toBe(true);
  });
});
