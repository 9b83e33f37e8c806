import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';
import { fileKeyOf } from '../../../packages/server/src/modules/auth/sessions.ts';
import { required } from '../../support/helpers.ts';
import { type Company, type Plan, range } from '../support/company.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { percentile, repeat } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { heapOf, loadUntilUsable, openBrowser, openSlowPage, SLOWED, targetOf } from './browser.ts';
import { scrollUp, switchChat, typeLetters } from './handling.ts';
import { openOffice } from './office.ts';
import { answer, type Desk, HOUR, spendHour } from './working-day.ts';

const HOURS = 8;
const COLLEAGUES = 49;
const LETTERS = 60;
const SWITCHES = 40;
/** The chats between which the page is switched. */
const SWITCHED = 10;
const SCROLL_MS = 15_000;
/** By then the rows out of sight are drawn, and those of the chat before are gone. */
const SETTLED_MS = 2_000;

/** Person 0 has the measured page: fifty chats, a group's and one with each of forty-nine colleagues. */
const plan: Plan = {
  people: 1 + COLLEAGUES,
  groups: [{ members: range(1 + COLLEAGUES), messages: 2_000 }],
  directs: range(COLLEAGUES, 1).map((other) => ({ group: 0, between: [0, other], messages: 200 })),
};

/** The page after an hour. */
interface State {
  size: Size;
  pace: Pace;
}

/** The parts of a page that grow when something is never released. */
interface Size {
  heap: number;
  nodes: number;
  listeners: number;
}

/** How quickly the page follows on a processor slowed down four times, ms. */
interface Pace {
  keys: number[];
  switches: number[];
  frames: number[];
}

/**
 * Measures a page that stays open for a working day, told as fast as possible: after the first hour, by when each chat
 * has been open, and after the last.
 */
export async function measureDay(run: Run): Promise<Figure[]> {
  run.say('filling a server');
  const server = await startServer(plan);
  const browser = await openBrowser();
  try {
    return figuresOf(await spendDay(browser, server, run));
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function spendDay(
  browser: Browser,
  server: BenchServer,
  run: Run,
): Promise<{ first: State; last: State }> {
  const { url, company } = server;
  const { desk, devtools, close } = await openDesk(browser, server);
  const office = await openOffice(url, company);
  const states: State[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    run.say(`hour ${hour + 1} of ${HOURS}`);
    await spendHour(desk, office, hour);
    if (hour > 0 && hour < HOURS - 1) continue;
    // The group's chat is open whenever something is counted.
    await answer(desk, 'General', `Llevo ${hour + 1} h.`);
    await pause(SETTLED_MS);
    const size = await sizeOf(devtools);
    states.push({ size, pace: await measurePace(desk, devtools, hour) });
  }
  await office.close();
  await close();
  return { first: required(states[0], 'first hour'), last: required(states[1], 'last hour') };
}

/** The page of person 0, who has already said something in each chat. */
async function openDesk(browser: Browser, server: BenchServer) {
  const { company } = server;
  const { origin, path, login } = targetOf(server);
  const { page, devtools, close } = await openSlowPage(browser, origin, login);
  await page.context().addCookies([fileCookieOf(company, origin)]);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.send('Performance.enable');
  await loadUntilUsable(page, path);
  const directs = company.directChats.map((chat) => {
    const colleague = required(company.people[chat.members[1] ?? -1], 'colleague');
    return { name: colleague.email, chat };
  });
  const general = { name: 'General', chat: required(company.groupChats[0], 'group') };
  const desk: Desk = { page, chats: [general, ...directs], answers: new Map() };
  for (const [n, { name }] of desk.chats.entries()) await answer(desk, name, `Buenos días, ${n}.`);
  return { desk, devtools, close };
}

/** Lets the page show pictures. */
function fileCookieOf({ people }: Company, url: string) {
  const { token } = required(people[0], 'person');
  return { name: 'chat_files', value: fileKeyOf(token), url, httpOnly: true };
}

async function sizeOf(devtools: CDPSession): Promise<Size> {
  const heap = await heapOf(devtools);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) =>
    required(
      metrics.find((one) => one.name === name),
      name,
    ).value;
  return { heap, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

async function measurePace(desk: Desk, devtools: CDPSession, hour: number): Promise<Pace> {
  const { page, chats, answers } = desk;
  const directs = chats.slice(1, 1 + SWITCHED);
  // The awaited text is the newest in its chat.
  for (const [n, { name }] of directs.entries()) await answer(desk, name, `Apunto ${hour}, ${n}.`);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const keys = await typeLetters(page, LETTERS);
  await page.getByLabel('Escribe un mensaje').fill('');
  const switches = await repeat(SWITCHES, async (n) => {
    const { name } = required(directs[n % directs.length], 'chat');
    return (await switchChat(page, name, required(answers.get(name), 'answer'))).drawn;
  });
  await answer(desk, 'General', `Miro lo de antes de las ${hour}.`);
  await page.evaluate(() => window.bench.measureFrames());
  await scrollUp(page, { until: 'n.º 1 ', atMost: SCROLL_MS });
  const { frames } = await page.evaluate(() => window.bench);
  await page.evaluate(() => window.bench.stopFrames());
  await page.getByRole('button', { name: 'Ir al mensaje más reciente' }).click();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { keys, switches, frames };
}

function figuresOf({ first, last }: { first: State; last: State }): Figure[] {
  const figure = (
    name: string,
    unit: string,
    of: (state: State) => number,
    target: Figure['target'],
  ): Figure => ({
    name,
    value: of(last),
    unit,
    baseline: { name: `${unit} after an hour`, value: of(first) },
    target,
  });
  const p95 = (of: (pace: Pace) => number[]) => (state: State) => percentile(of(state.pace), 0.95);
  const bounded = { ratioAtMost: 1.3 };
  return [
    { name: 'messages that arrived', value: HOURS * HOUR.messages, unit: 'messages' },
    figure('heap', 'MB', ({ size }) => size.heap / 1e6, bounded),
    figure('nodes', 'nodes', ({ size }) => size.nodes, bounded),
    figure('listeners', 'listeners', ({ size }) => size.listeners, bounded),
    figure(
      'key → paint, p95',
      'ms',
      p95(({ keys }) => keys),
      { atMost: 50 },
    ),
    figure(
      'switch → messages drawn, p95',
      'ms',
      p95(({ switches }) => switches),
      bounded,
    ),
    figure(
      'scrolling back: frame p95',
      'ms',
      p95(({ frames }) => frames),
      { atMost: 34 },
    ),
  ];
}
