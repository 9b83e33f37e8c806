import type { Browser } from '@playwright/test';
import { required } from '../../support/helpers.ts';
import type { Figure } from '../support/figures.ts';
import type { BenchServer } from '../support/server.ts';
import { heapOf, loadUntilUsable, openSlowPage, type Target } from './browser.ts';
import { answerIn } from './handling.ts';
import { HOUR, openOffice } from './office-hour.ts';

const VISITS = 30;
/** A machine that is too slow for the whole hour by then tells how much of it there was. */
const AT_MOST_MS = 90_000;

/**
 * Measures the memory of the page after an hour in an office, told as fast as possible, while chats are switched and
 * answered in.
 */
export async function measureHour(
  browser: Browser,
  { origin, path, login }: Target,
  { url, company }: BenchServer,
  directs: { email: string }[],
): Promise<Figure[]> {
  const { page, devtools, close } = await openSlowPage(browser, origin, login);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await loadUntilUsable(page, path);
  // Each chat has been opened once when the hour begins: that is the page's work, not the hour's.
  const names = ['General', ...directs.map(({ email }) => email)];
  for (const [n, name] of names.entries()) await answerIn(page, name, `Buenos días ${n}`);
  const before = await heapOf(devtools);
  const office = await openOffice(url, company);
  const end = Date.now() + AT_MOST_MS;
  let replayed = 0;
  for (let n = 0; n < VISITS && Date.now() < end; n++) {
    await office.replay(replayed, HOUR / VISITS);
    replayed += HOUR / VISITS;
    await answerIn(page, required(names[n % names.length], 'chat'), `Visto ${n}`);
  }
  await answerIn(page, 'General', 'Hasta mañana');
  const last = await office.close();
  await page.waitForFunction((text) => window.bench.shows(text), last);
  const after = await heapOf(devtools);
  await close();
  return [
    {
      name: "an office's hour replayed",
      value: replayed,
      unit: 'messages',
      target: { atLeast: HOUR },
    },
    {
      name: 'heap after it',
      value: after / 1e6,
      unit: 'MB',
      baseline: { name: 'MB before', value: before / 1e6 },
      target: { ratioAtMost: 1.5 },
    },
  ];
}
