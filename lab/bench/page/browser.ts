import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import type { Company } from '../support/company.ts';
import type { BenchServer } from '../support/server.ts';

export const SLOWED = 4;
const LOOKED_AT_EVERY = 300;
/** The part of one core's time that the browser may still take. */
const AT_REST = 0.1;

/** The notes of probe.js and the scripts after it. */
export interface Notes {
  /** From the event to the paint that shows it, ms. */
  keys: number[];
  clicks: number[];
  /** From a click to the paint that shows the awaited messages. */
  drawn: number[];
  frames: number[];
  /** In each frame, by how much a message moved otherwise than those around it, px. */
  apart: number[];
  /** The result of `measureOpening`. */
  opened?: number;
  awaited?: string;
  shows(text: string): boolean;
  measureOpening(selector: string): void;
  afterPaint(then: (now: number) => void): void;
  /** Notes frames until `stopFrames`. */
  measureFrames(): void;
  stopFrames(): void;
  measurePlaces(): void;
}

declare global {
  interface Window {
    bench: Notes;
  }
}

/** A page to measure: where it is and who is signed in there. */
export interface Target {
  origin: string;
  path: string;
  login?: object;
}

/** The page of person 0, in their first group. */
export const targetOf = ({ url, company }: BenchServer): Target => ({
  origin: url,
  path: pathOf(company),
  login: loginOf(company),
});

const pathOf = ({ groupChats }: Company) => `/groups/${groupChats[0]?.groupUuid}`;

function loginOf({ people }: Company) {
  const { token = '', id, uuid, email } = people[0] ?? {};
  return { accessToken: token, user: { id, uuid, email, isAdmin: false, role: 'USER' } };
}

export interface SlowPage {
  page: Page;
  devtools: CDPSession;
  /** Bytes on the wire so far. */
  received(): number;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
}

/** A page with an empty cache on a slow machine, signed in with `login` where there is one. */
export async function openSlowPage(
  browser: Browser,
  origin: string,
  login?: object,
): Promise<SlowPage> {
  const storageState = {
    cookies: [],
    origins: [
      { origin, localStorage: [{ name: 'chat.login', value: JSON.stringify(login ?? null) }] },
    ],
  };
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    baseURL: origin,
    storageState,
  });
  const page = await context.newPage();
  await untilAtRest(browser);
  await page.addInitScript({ content: await probe() });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return { page, devtools, received: () => bytes, close: () => context.close() };
}

/** In one script: several run in no certain order. */
async function probe(): Promise<string> {
  const files = ['probe.js', 'probe-motion.js', 'probe-opening.js'];
  const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8');
  return (await Promise.all(files.map(read))).join('\n');
}

/**
 * A new window goes on loading parts of its own, those of its address bar for 1.2 s of processor time: people
 * who open a chat have had their window for longer.
 */
async function untilAtRest(browser: Browser): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  const spent = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  };
  let before: number;
  let now = await spent();
  do {
    before = now;
    await setTimeout(LOOKED_AT_EVERY);
    now = await spent();
  } while (now - before > LOOKED_AT_EVERY * AT_REST);
  await devtools.detach();
}

/** Goes there and gives the time from the start of the navigation until one can type and the newest messages are drawn. */
export async function loadUntilUsable(page: Page, path: string): Promise<number> {
  const usable = page.waitForEvent('console', (said) => said.text().startsWith('usable '));
  await page.goto(path);
  return Number((await usable).text().slice('usable '.length));
}

/** Waits until the service worker keeps the page, where there is one: the next visit is that of another day. */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (document.querySelector('link[rel=manifest]')) await navigator.serviceWorker.ready;
  });
}

/** The heap's bytes in use once all that nobody needs is gone. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
