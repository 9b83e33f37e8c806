import type { Browser } from '@playwright/test';
import { type Plan, range } from '../support/company.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile, repeat } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { serveBarePage, tail } from './bare-server.ts';
import {
  loadUntilUsable,
  openBrowser,
  openSlowPage,
  type Target,
  targetOf,
  waitUntilKept,
} from './browser.ts';
import { scrollUp, switchChat, typeLetters } from './handling.ts';
import { measureLists } from './measure-lists.ts';

const LOADS = 5;
const LETTERS = 60;
const SWITCHES = 40;
const GROUP_MESSAGES = 10_000;
const SCROLL_MS = 60_000;
/** Reading every message's place makes the frames slower: that is a scroll of its own. */
const PLACES_MS = 30_000;
/** Less is a matter of rounding, px. */
const APART = 2;

/** Ana, number 0, with one busy group and ten colleagues she has written with. */
const plan: Plan = {
  people: 40,
  groups: [{ members: range(40), messages: GROUP_MESSAGES }],
  directs: range(10, 1).map((other) => ({
    group: 0,
    between: [0, other],
    messages: 300 + other * 100,
  })),
};

const directs = plan.directs.map(({ between: [, other], messages }) => ({
  email: `persona-${other}@empresa.local`,
  newest: `n.º ${messages} `,
  messages,
}));

export async function measurePage(run: Run): Promise<Figure[]> {
  run.say('filling a server');
  const server = await startServer(plan);
  const bare = await serveBarePage([
    tail('General', GROUP_MESSAGES),
    ...directs.map(({ email, messages }) => tail(email, messages)),
  ]);
  const browser = await openBrowser();
  try {
    run.say('the baseline: a page of a few lines');
    const least = await measureOne(browser, { origin: bare.url, path: '/' });
    const own = targetOf(server);
    run.say('the page: first view, typing, switching chats');
    const measured = await measureOne(browser, own);
    run.say(`the page: scrolling ${GROUP_MESSAGES} messages`);
    const scrolled = await measureScroll(browser, own);
    run.say('the page: lists of many people');
    const lists = await measureLists(browser);
    return [...figuresOf(measured, least), ...scrolled, ...lists];
  } finally {
    await browser.close();
    bare.close();
    await server.stop();
  }
}

type Measured = Awaited<ReturnType<typeof measureOne>>;

async function measureOne(browser: Browser, { origin, path, login }: Target) {
  // The server is warm for the first one that counts.
  const first = async () => {
    const slow = await openSlowPage(browser, origin, login);
    const usable = await loadUntilUsable(slow.page, path);
    const bytes = slow.received();
    await waitUntilKept(slow.page);
    const again = await loadUntilUsable(slow.page, path);
    await slow.close();
    return { usable, bytes, again };
  };
  await first();
  const loads = await repeat(LOADS, first);
  const { page, close } = await openSlowPage(browser, origin, login);
  await loadUntilUsable(page, path);
  const keys = await typeLetters(page, LETTERS);
  const switches = await repeat(SWITCHES, (n) => {
    const { email = '', newest = '' } = directs[n % directs.length] ?? {};
    return switchChat(page, email, newest);
  });
  await close();
  return {
    loads,
    keys,
    unseen: switches.slice(0, directs.length),
    seen: switches.slice(directs.length),
  };
}

async function measureScroll(browser: Browser, { origin, path, login }: Target): Promise<Figure[]> {
  const { page, close } = await openSlowPage(browser, origin, login);
  await loadUntilUsable(page, path);
  await page.evaluate(() => window.bench.measureFrames());
  await scrollUp(page, { until: 'n.º 1 ', atMost: SCROLL_MS });
  const { frames } = await page.evaluate(() => window.bench);
  const oldest = await page.evaluate(() => {
    const numbers =
      document.querySelector('[role=log]')?.textContent?.matchAll(/n\.º (\d+) /g) ?? [];
    return Math.min(...[...numbers].map((found) => Number(found[1])));
  });
  await loadUntilUsable(page, path);
  await page.evaluate(() => window.bench.measurePlaces());
  await scrollUp(page, { until: 'n.º 1 ', atMost: PLACES_MS });
  const { apart } = await page.evaluate(() => window.bench);
  await close();
  const unsteady = apart.filter((pixels) => pixels > APART).length;
  return [
    { name: 'scrolled back', value: GROUP_MESSAGES - oldest + 1, unit: 'messages' },
    { name: 'scrolling: frame p50', value: median(frames), unit: 'ms' },
    { name: 'scrolling: frame p95', value: percentile(frames, 0.95), unit: 'ms' },
    {
      name: 'scrolling: frames in which a message moved apart from the others',
      value: (100 * unsteady) / apart.length,
      unit: '%',
      target: { atMost: 1 },
    },
  ];
}

function figuresOf(own: Measured, least: Measured): Figure[] {
  const beside = (name: string, of: (measured: Measured) => number, atMost?: number): Figure => ({
    name,
    value: of(own),
    unit: 'ms',
    baseline: { name: 'ms, bare page', value: of(least) },
    target: atMost === undefined ? undefined : { atMost },
  });
  const soon = 100;
  return [
    beside(
      'first visit: usable, p50',
      ({ loads }) => median(loads.map((load) => load.usable)),
      2_500,
    ),
    beside(
      'next visit: usable, p50',
      ({ loads }) => median(loads.map((load) => load.again)),
      2_500,
    ),
    {
      name: 'first visit: on the wire until usable',
      value: median(own.loads.map(({ bytes }) => bytes)) / 1000,
      unit: 'kB',
    },
    beside('key → paint, p50', ({ keys }) => median(keys), soon),
    beside('key → paint, p95', ({ keys }) => percentile(keys, 0.95), soon),
    beside('switch → first paint, p50', ({ seen }) => median(seen.map((s) => s.answered)), soon),
    beside(
      'switch → first paint, p95',
      ({ seen }) =>
        percentile(
          seen.map((s) => s.answered),
          0.95,
        ),
      soon,
    ),
    beside('switch → messages drawn, p50', ({ seen }) => median(seen.map((s) => s.drawn)), soon),
    beside(
      'switch → messages drawn, p95',
      ({ seen }) =>
        percentile(
          seen.map((s) => s.drawn),
          0.95,
        ),
      soon,
    ),
    beside('first switch (fetched) → drawn, p50', ({ unseen }) =>
      median(unseen.map((s) => s.drawn)),
    ),
  ];
}
