import type { Page } from '@playwright/test';

/** Types that many letters, one after the other, and gives how long each took to be seen. */
export async function typeLetters(page: Page, count: number): Promise<number[]> {
  await page.getByLabel('Escribe un mensaje').focus();
  await page.evaluate(() => {
    window.bench.keys = [];
  });
  for (let n = 1; n <= count; n++) {
    await page.keyboard.press('abcdefghij'.charAt(n % 10));
    await page.waitForFunction((typed) => window.bench.keys.length >= typed, n);
  }
  return page.evaluate(() => window.bench.keys);
}

export interface Switched {
  /** Until anything of it is seen. */
  answered: number;
  /** Until the newest messages of the chat are seen. */
  drawn: number;
}

/** Clicks an entry of the list of chats. */
export async function switchChat(page: Page, email: string, newest: string): Promise<Switched> {
  await page.evaluate((text) => {
    Object.assign(window.bench, { awaited: text, clicks: [], drawn: [] });
  }, newest);
  const list = page.getByRole('list', { name: 'Conversaciones' });
  await list.getByRole('button').filter({ hasText: email }).click();
  await page.waitForFunction(() => window.bench.drawn.length > 0 && window.bench.clicks.length > 0);
  const { clicks, drawn } = await page.evaluate(() => window.bench);
  return { answered: clicks[0] as number, drawn: drawn[0] as number };
}

const STEP = 700;

export interface Scrolled {
  frames: number[];
  /** The sum of all layout shifts' scores. */
  shift: number;
}

/** Turns the wheel upwards until `isThere` or the time is over. */
export async function scrollUp(
  page: Page,
  { until, atMost }: { until: string; atMost: number },
): Promise<Scrolled> {
  await page.getByRole('log').hover();
  await page.evaluate(() => {
    Object.assign(window.bench, { frames: [], shifts: [] });
    window.bench.measureFrames();
  });
  const end = Date.now() + atMost;
  while (Date.now() < end) {
    await page.mouse.wheel(0, -STEP);
    if (await page.evaluate((text) => window.bench.shows(text), until)) break;
  }
  const { frames, shifts } = await page.evaluate(() => window.bench);
  return { frames, shift: shifts.reduce((total, one) => total + one, 0) };
}
