import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { fetchFile, fetchThumbnail, sentFile, storedKeys } from '../../../../test/files.ts';
import { nestedMasks, nestedUses, RED, svg } from '../../../../test/vector.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const sent = (bytes: string) =>
  sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', fileName: 'plano.svg', bytes });

/** Drawings beyond a limit of the drawer, and files that are no drawing. */
const undrawable: [string, string][] = [
  ['uses within uses', svg(nestedUses(6))],
  ['masks and clips within masks', svg(nestedMasks(6), 'width="900" height="900"')],
  [
    'a filter upon filters',
    svg(
      `<filter id="f">${'<feMorphology operator="dilate" radius="400"/>'.repeat(40)}</filter><rect width="1000" height="1000" filter="url(#f)"/>`,
      'width="1000" height="1000"',
    ),
  ],
  [
    'entities within entities',
    `<!DOCTYPE svg [<!ENTITY a0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>${svg('<text>&a9;</text>')}`,
  ],
  ['no size and no content', svg('', '')],
  ['longer than any screen', svg(RED, 'width="1000000" height="1"')],
  ['broken off', svg(RED).slice(0, -8)],
];

test.each(undrawable)(
  'of an SVG that cannot be drawn there is no small variant, for good, and others have theirs: %s',
  async (_, bytes) => {
    const message = await sent(bytes);
    const small = await fetchThumbnail(cast.bruno, message.mediaUrl);
    expect([small.status, small.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/json'),
    ]);
    const uuid = message.mediaUrl?.split('/').at(-1) ?? '';
    expect(await storedKeys(app)).not.toContain(`${uuid}.thumbnail`);
    const [row] = await app.ctx.db.many(sql`select has_thumbnail from files where uuid = ${uuid}`);
    expect(row).toEqual({ hasThumbnail: false });
    expect((await fetchFile(cast.bruno, message.mediaUrl)).status).toBe(200);
    const next = await sent(svg(RED));
    expect((await fetchThumbnail(cast.bruno, next.mediaUrl)).status).toBe(200);
  },
);

/** Returns the JPEG another size in its frame header. */
function jpegThatSays(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0));
  const said = Buffer.from(jpeg);
  said.writeUInt16BE(height, frame + 5);
  said.writeUInt16BE(width, frame + 7);
  return said;
}

test("a JPEG of today's phones has its size and a small variant; one that comes at once has none", async () => {
  const jpeg = (width: number, height: number, progressive = false) =>
    sharp({
      create: { width, height, channels: 3, background: '#3366cc' },
      limitInputPixels: false,
    })
      .jpeg({ progressive })
      .toBuffer();
  for (const [width, height] of [
    [8_160, 6_144],
    [12_000, 9_000],
  ] as const) {
    const file = {
      type: 'IMAGE',
      fileName: 'foto.jpg',
      bytes: await jpeg(width, height),
    } as const;
    const message = await sentFile(cast.ana, cast.ventasChat, file);
    expect([message.mediaWidth, message.mediaHeight]).toEqual([width, height]);
    const small = await fetchThumbnail(cast.bruno, message.mediaUrl);
    expect(small.status).toBe(200);
    expect((await sharp(small.bytes).metadata()).width).toBe(480);
  }
  // Refused by what its head says: nobody draws the rows.
  const giant = jpegThatSays(await jpeg(80, 60), 20_000, 12_501);
  for (const bytes of [await jpeg(12_000, 9_000, true), giant]) {
    const { mediaUrl } = await sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', bytes });
    expect((await fetchThumbnail(cast.bruno, mediaUrl)).status).toBe(404);
  }
});
