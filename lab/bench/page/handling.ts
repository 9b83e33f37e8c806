import type { Page } from '@playwright/test';
import { required } from '../../support/helpers.ts';

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

/**
 * As a hand does it: it has come to the entry before it presses, and lets go some frames later. The measured part
 * begins there.
 */
async function clickChat(page: Page, email: string): Promise<void> {
  const list = page.getByRole('list', { name: 'Conversaciones' });
  await list.getByRole('button').filter({ hasText: email }).hover();
  await untilPainted(page);
  await page.mouse.down();
  await untilPainted(page);
  await page.mouse.up();
}

const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise<unknown>((seen) => window.bench.afterPaint(seen)));

/** Goes to a chat and answers there. */
export async function answerIn(page: Page, email: string, answer: string): Promise<void> {
  await clickChat(page, email);
  const composer = page.getByLabel('Escribe un mensaje');
  await composer.fill(answer);
  await composer.press('Enter');
  await page.waitForFunction((text) => window.bench.shows(text), answer);
}

/** Clicks an entry of the list of chats. */
export async function switchChat(page: Page, email: string, newest: string): Promise<Switched> {
  await page.evaluate((text) => {
    Object.assign(window.bench, { awaited: text, clicks: [], drawn: [] });
  }, newest);
  await clickChat(page, email);
  await page.waitForFunction(() => window.bench.drawn.length > 0 && window.bench.clicks.length > 0);
  const { clicks, drawn } = await page.evaluate(() => window.bench);
  return { answered: required(clicks[0], 'click'), drawn: required(drawn[0], 'drawing') };
}

const STEP = 700;

/** Turns the wheel upwards until that text is there or the time is over. */
export async function scrollUp(
  page: Page,
  { until, atMost }: { until: string; atMost: number },
): Promise<void> {
  await page.getByRole('log').hover();
  const end = Date.now() + atMost;
  while (Date.now() < end) {
    await page.mouse.wheel(0, -STEP);
    if (await page.evaluate((text) => window.bench.shows(text), until)) break;
  }
}
