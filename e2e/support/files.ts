import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';

/** A file as Playwright hands it to a page. */
export interface LocalFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of two colours, so that it is not blank. */
export function picture(name: string, width: number, height: number): LocalFile {
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++)
    line.set(x % 64 < 32 ? [24, 160, 140] : [240, 190, 90], 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return pngOf(name, header, Buffer.concat(Array.from({ length: height }, () => line)));
}

/** Black on the left and white on the right, with nothing around them; 200 × 120, each square 80 × 80. */
export function onNothing(name: string): LocalFile {
  const [width, height] = [200, 120];
  const lines = Buffer.alloc((1 + width * 4) * height);
  for (let y = 20; y < 100; y++) {
    const line = y * (1 + width * 4) + 1;
    for (let x = 0; x < 80; x++) {
      lines.set([0, 0, 0, 255], line + (x + 10) * 4);
      lines.set([255, 255, 255, 255], line + (x + 110) * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return pngOf(name, header, lines);
}

/** Draws the two squares of `onNothing` as an SVG. */
export function drawnOnNothing(name: string): LocalFile {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120">' +
    '<rect x="10" y="20" width="80" height="80"/>' +
    '<rect x="110" y="20" width="80" height="80" fill="#fff"/></svg>';
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}

/** A picture of more pixels than the server makes thumbnails of, in few bytes: one bit per pixel. */
export function giantPicture(name: string): LocalFile {
  const [width, height] = [10_000, 5_001];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return pngOf(name, header, Buffer.alloc((1 + width / 8) * height));
}

/** A picture of one colour in an old format, BMP. */
export function bitmap(name: string, width: number, height: number): LocalFile {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  const pixels = Buffer.alloc(width * height * 4, Buffer.from([140, 160, 24, 0]));
  return { name, mimeType: 'image/bmp', buffer: Buffer.concat([header, pixels]) };
}

/** A drawing that runs a script where a page treats it as more than a picture. */
export function drawing(name: string): LocalFile {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" onload="parent.hasRun = true">' +
    '<script>parent.hasRun = true</script>' +
    '<rect width="120" height="80" rx="12" fill="#18a08c"/><circle cx="60" cy="40" r="24" fill="#f0be5a"/></svg>';
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}

function pngOf(name: string, header: Buffer, lines: Buffer): LocalFile {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines))];
  const buffer = Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
  return { name, mimeType: 'image/png', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The `DataTransfer` of dragged or pasted files or text. */
const transfer = (page: Page, files: LocalFile[], text = '') =>
  page.evaluateHandle(
    ({ parts, plain }) => {
      const data = new DataTransfer();
      if (plain) data.setData('text/plain', plain);
      for (const { name, mimeType, base64 } of parts) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      return data;
    },
    {
      plain: text,
      parts: files.map(({ name, mimeType, buffer }) => ({
        name,
        mimeType,
        base64: buffer.toString('base64'),
      })),
    },
  );

type DragEventName = 'dragenter' | 'dragover' | 'dragleave' | 'drop';

export async function drag(on: Locator, event: DragEventName, files: LocalFile[], text?: string) {
  const dataTransfer = await transfer(on.page(), files, text);
  await on.dispatchEvent(event, { dataTransfer });
}

export async function paste(into: Locator, file: LocalFile): Promise<void> {
  const clipboardData = await transfer(into.page(), [file]);
  await into.evaluate(
    (element, data) =>
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      ),
    clipboardData,
  );
}

/** Chooses a file by the composer's button: a file of the test, or a file on the disk. */
export async function attach(page: Page, file: LocalFile | string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Adjuntar archivo' }).click();
  await (await asked).setFiles(file);
}
