import { setTimeout as pause } from 'node:timers/promises';
import { getCurrentUser } from '@chat/contract/users';
import type { Browser, Page } from '@playwright/test';
import { contentOf } from '../load/calls.ts';
import { type Plan, range } from '../support/company.ts';
import type { Figure } from '../support/figures.ts';
import { percentile } from '../support/samples.ts';
import { type BenchServer, signInAdministrator, startServer } from '../support/server.ts';
import { loadUntilUsable, openSlowPage, type Target, targetOf } from './browser.ts';

const PEOPLE = 5_000;
const OPENINGS = 10;
const SOON = 150;
/** Parts that the page fetches once it is idle have come by then. */
const SETTLED_MS = 2_500;

const plan: Plan = {
  people: PEOPLE,
  groups: [{ members: range(PEOPLE), messages: 100 }],
  directs: [],
};

/** How soon lists of 5,000 people are there once they are asked for, with their data at hand, not slowed down. */
export async function measureLists(browser: Browser): Promise<Figure[]> {
  const server = await startServer(plan);
  try {
    const chat = await openUnslowed(browser, targetOf(server));
    await loadUntilUsable(chat.page, targetOf(server).path);
    await pause(SETTLED_MS);
    const ofChat = await measureInChat(chat.page);
    await chat.close();
    const admin = await openUnslowed(browser, await administration(server));
    const ofAdmin = await measureAdministration(admin.page);
    await admin.close();
    return [...ofChat, ...ofAdmin];
  } finally {
    await server.stop();
  }
}

async function openUnslowed(browser: Browser, { origin, login }: Target) {
  const opened = await openSlowPage(browser, origin, login);
  await opened.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return opened;
}

async function administration({ url }: BenchServer): Promise<Target> {
  const accessToken = await signInAdministrator(url);
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${url}/api/users/me`, { headers });
  const user = contentOf(getCurrentUser, await answer.text());
  return { origin: url, path: '/admin/groups', login: { accessToken, user } };
}

async function measureInChat(page: Page): Promise<Figure[]> {
  const composer = page.getByLabel('Escribe un mensaje');
  await composer.focus();
  return [
    await measureOpenings(page, 'the people to mention', {
      open: () => page.keyboard.press('@'),
      shows: '[role=listbox] [role=option]',
      close: () => page.keyboard.press('Backspace'),
    }),
    await measureOpenings(page, 'the quick switcher', {
      open: () => page.keyboard.press('Control+k'),
      shows: '[role=dialog] [role=option]',
      close: () => page.keyboard.press('Escape'),
    }),
  ];
}

async function measureAdministration(page: Page): Promise<Figure[]> {
  await page.goto('/admin/groups');
  const menu = (name: string) => page.getByRole('link', { name, exact: true });
  const participants = (group: string) =>
    page.getByRole('row').filter({ hasText: group }).getByRole('button', { name: 'Participantes' });
  const close = () => page.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  const table = await measureOpenings(page, 'the table of users', {
    open: () => menu('Usuarios').click(),
    shows: 'table[aria-rowcount] [data-index]',
    close: () => menu('Grupos').click(),
  });
  const ofGroup = await measureOpenings(page, 'the participants of a group', {
    open: () => participants('Grupo 0').click(),
    shows: '[role=dialog] li[data-index]',
    close,
  });
  await participants('GENERAL').click();
  const toAdd = await measureOpenings(page, 'people to add to a group', {
    open: () => page.getByRole('button', { name: 'Agregar usuario' }).click(),
    shows: '[role=dialog] [role=option]',
    close,
  });
  return [table, ofGroup, toAdd];
}

interface Opening {
  open: () => Promise<void>;
  /** A selector of what is seen then. */
  shows: string;
  close: () => Promise<void>;
}

/** The first one, whose people are fetched, does not count. */
async function measureOpenings(page: Page, list: string, opening: Opening): Promise<Figure> {
  const { open, shows, close } = opening;
  const took: number[] = [];
  for (let n = 0; n <= OPENINGS; n++) {
    await page.evaluate((selector) => window.bench.measureOpening(selector), shows);
    await open();
    await page.waitForFunction(() => window.bench.opened !== undefined);
    took.push(await page.evaluate(() => window.bench.opened ?? Number.NaN));
    await close();
    await page.locator(shows).first().waitFor({ state: 'detached' });
  }
  return {
    name: `${PEOPLE} people: ${list}, p95`,
    value: percentile(took.slice(1), 0.95),
    unit: 'ms',
    target: { atMost: SOON },
  };
}
