import { expect, type Page } from '@playwright/test';
import { callsOf, type Person } from './support/administration.ts';
import { arriveInChat } from './support/people.ts';
import { test } from './support/test.ts';

const LONGEST = 10_000;
// A task longer than this is what the browser tells of.
const MOST_MS = 50;
const TRIES = 20;

const fill = (unit: string, end: string) =>
  unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST - end.length) + end;

/** The unit that fills the message; what needs an e-mail asks for one. */
const kinds: [string, string | ((person: Person) => string)][] = [
  ['marks on one letter', '\u0301'],
  ['numbers and dots', '1.'],
  ['at signs', 'a@'],
  ['slashes', 'a/'],
  ['brackets', 'http://a.es/([{<'],
  ['links', 'a.es '],
  ['mentions', ({ email }) => `@${email} `],
  ['emoji', '👍🏽'],
  ['line breaks', 'a\n'],
  ['right-to-left marks', 'a\u200f'],
  ['two directions', 'aא'],
];

/** What the page keeps for the test, which must not search it meanwhile: that would be a task of its own. */
interface Watch {
  tasks: PerformanceObserver;
  told: number[];
  drawn: Promise<void>;
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told: number[] = [];
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) told.push(duration);
    });
    tasks.observe({ type: 'longtask' });
    Object.assign(window, { watch: { tasks, told } });
  });
}

/** From now on tasks are counted, until a message with that text is drawn. */
async function watchFor(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const { watch } = window as unknown as { watch: Watch };
    watch.drawn = new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (!added.some((node) => node.textContent?.includes(text))) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    watch.tasks.takeRecords();
    watch.told.length = 0;
  }, text);
}

/** The longest task since then, in milliseconds; 0 when none was long. */
async function longestTask(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { watch } = window as unknown as { watch: Watch };
    await watch.drawn;
    // Two frames: what came is on the screen, and what it cost is known.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return Math.max(0, ...watch.told, ...watch.tasks.takeRecords().map((task) => task.duration));
  });
}

test('ten thousand characters of anything keep no page from its next task for long', async ({
  browser,
  server,
  administration,
}) => {
  test.slow();
  const group = await administration.registerGroup('textos');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const his = await callsOf(server.url, bruno);
  const entries = await his<{ uuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const path = `/chats/${entries[0]?.uuid}/messages`;
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await watchTasks(page);

  for (const [kind, unit] of kinds) {
    const text = typeof unit === 'string' ? unit : unit(ana);
    let least = Number.POSITIVE_INFINITY;
    // Other programs of the machine only add to a task: one message that was drawn in time shows what drawing costs.
    for (let one = 1; one <= TRIES && least > MOST_MS; one += 1) {
      const end = ` ${kind}, ${one}.`;
      const content = fill(text, end);
      await watchFor(page, end);
      await his('POST', path, { type: 'TEXT', content, mentionedUserIds: [ana.uuid] });
      least = Math.min(least, await longestTask(page));
    }
    expect.soft(least, kind).toBeLessThanOrEqual(MOST_MS);
  }
});
