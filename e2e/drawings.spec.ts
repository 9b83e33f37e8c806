import { expect, type Locator, type Page } from '@playwright/test';
import { attach, drawnOnNothing, onNothing } from './support/files.ts';
import {
  expectLoaded,
  log,
  openAlone,
  sendDialog,
  sendIt,
  thumbnail,
} from './support/sending-files.ts';
import { test } from './support/test.ts';

/** That of WCAG AA for texts. */
const LEAST = 4.5;

const paint = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/** The least contrast of black and of white ink with the ground between them, as they are seen on the screen. */
async function contrasts(picture: Locator): Promise<number> {
  const image = (await picture.screenshot()).toString('base64');
  return picture.page().evaluate(leastContrast, image);
}

async function leastContrast(image: string): Promise<number> {
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const { width, height } = bitmap;
  const paper = new OffscreenCanvas(width, height).getContext('2d');
  if (!paper) throw new Error('nothing can be drawn');
  paper.drawImage(bitmap, 0, 0);
  const linear = (value: number) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = paper.getImageData(x, y, 1, 1).data;
    return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
  };
  const contrast = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const middle = Math.round(height / 2);
  const inks = [0.25, 0.75].map((share) => luminance(Math.round(width * share), middle));
  // Between the two squares, from far enough above them to far enough below.
  const rows = Array.from({ length: 50 }, (_, row) =>
    Math.round(height * (0.1 + (row / 50) * 0.8)),
  );
  const ground = rows.flatMap((y) =>
    [0.49, 0.5, 0.51].map((share) => luminance(Math.round(width * share), y)),
  );
  return Math.min(...ground.flatMap((one) => inks.map((ink) => contrast(one, ink))));
}

async function expectSeen(picture: Locator): Promise<void> {
  await expectLoaded(picture);
  for (const theme of ['light', 'dark']) {
    await paint(picture.page(), theme);
    // The picture in the conversation takes the place of its own pending copy.
    await expect(async () => {
      expect(await contrasts(picture), `in the theme ${theme}`).toBeGreaterThan(LEAST);
    }).toPass();
  }
}

test('black and white drawings on nothing are seen in the question, the bubble and the preview', async ({
  browser,
  server,
  administration,
}) => {
  const page = await openAlone(browser, server.url, administration);
  // A name that promises no such thing, too.
  const files = [onNothing('trazo.png'), onNothing('trazo.jpg'), drawnOnNothing('trazo.svg')];
  for (const file of files) {
    await attach(page, file);
    if (file.name.endsWith('.png')) await expectSeen(sendDialog(page).getByRole('img'));
    await sendIt(page);
    const shown = thumbnail(page, file.name);
    await expectSeen(shown);
    await log(page).getByRole('button', { name: file.name }).click();
    await expectSeen(page.getByRole('dialog').getByRole('img'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
