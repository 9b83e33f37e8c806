import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installAside, isProgram, onPath } from './find-program.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

// Chromium without its windows: a new profile for each person costs half as much.
const headless = ['chromium-headless-shell', 'chrome-headless-shell'];

/** A Chromium for the browser tests, without windows where the machine has one. */
export const findTestBrowser = () => findBrowser([...headless, ...names]);

/** A Chromium: the one that CHROMIUM_PATH names, the machine's own, else one that comes as a package. */
export async function findBrowser(programs = names) {
  const named = process.env.CHROMIUM_PATH;
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH is not a program: ${named}`);
  return (
    named ||
    onPath(programs) ||
    places.find(isProgram) ||
    (await ofPlaywright()) ||
    (await fromPackage())
  );
}

async function ofPlaywright() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return isProgram(file) ? file : undefined;
}

async function fromPackage() {
  if (process.platform !== 'linux') {
    throw new Error('No Chromium or Chrome was found. Install one or set CHROMIUM_PATH.');
  }
  const folder = await installAside('@sparticuz/chromium', '147.0.0');
  const { TMPDIR } = process.env;
  process.env.TMPDIR = join(folder, 'unpacked');
  mkdirSync(process.env.TMPDIR, { recursive: true });
  // Makes the package unpack the system libraries it needs too, not only the browser.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import(pathToFileURL(entryOf(folder)).href);
  const browser = await chromium.executablePath();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  return browser;
}

/** @param {string} folder */
function entryOf(folder) {
  return createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium');
}
