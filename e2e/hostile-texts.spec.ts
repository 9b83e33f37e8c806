import { type CDPSession, expect, type Page } from '@playwright/test';
import { callsOf, type Person } from './support/administration.ts';
import { arriveInChat } from './support/people.ts';
import { test } from './support/test.ts';

declare global {
  interface Window {
    drawn?: Promise<void>;
  }
}

const LONGEST = 10_000;
// The most work beyond that of a short message (sockets, lists, ticks) and beyond the browser's own for so many lines.
const MAX_MS = 50;
const TRIES = 5;
// Other work slows a processor down, so the least of several tries counts; tries go on until one is quick enough.
const MAX_TRIES = 20;

const fill = (unit: string, end: string) =>
  unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST - end.length) + end;

/** The unit that fills the message; a function builds a unit from an e-mail. */
const kinds: [string, string | ((person: Person) => string)][] = [
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
  // The short message comes last, so older messages above it come into sight again.
  ['marks on one letter', '\u0301'],
];

/** The page's main thread's work so far, in milliseconds of its own time, without the machine's other work. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Starts the wait for the text without asking the page meanwhile: each question would be work. */
async function awaitText(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const drawn = new Promise<void>((resolve) => {
      const observer = new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (!added.some((node) => node.textContent?.includes(text))) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    Object.assign(window, { drawn });
  }, text);
}

/** Waits until the text is on the screen: two frames after its arrival. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await window.drawn;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** The least time, in milliseconds, that the browser takes to lay out so many lines on a page with nothing else. */
function layoutOf(bare: Page, lines: number): Promise<number> {
  return bare.evaluate(
    ([lines, tries]) => {
      const layOut = () => {
        const block = document.createElement('p');
        block.style.whiteSpace = 'pre-wrap';
        block.textContent = 'a\n'.repeat(lines);
        document.body.replaceChildren(block);
        const began = performance.now();
        block.getBoundingClientRect();
        return performance.now() - began;
      };
      return Math.min(...Array.from({ length: tries }, layOut));
    },
    [lines, TRIES] as const,
  );
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
  const brunos = await callsOf(server.url, bruno);
  const entries = await brunos<{ uuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const path = `/chats/${entries[0]?.uuid}/messages`;
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  /**
   * The least work of a reader's page for one message; other work of the page can only add to it. A result up to
   * `enough` ends the tries after `TRIES`.
   */
  async function leastWork(
    textEnding: (end: string) => string,
    kind: string,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let one = 1; one <= TRIES || (one <= MAX_TRIES && least > enough); one += 1) {
      const end = ` ${kind}, ${one}.`;
      const content = textEnding(end);
      await awaitText(page, end);
      const before = await workOf(session);
      await brunos('POST', path, { type: 'TEXT', content, mentionedUserIds: [ana.uuid] });
      await untilDrawn(page);
      least = Math.min(least, (await workOf(session)) - before);
    }
    return least;
  }

  const bare = await page.context().newPage();
  await page.bringToFront();
  const plain = await leastWork((end) => `Hola,${end}`, 'una corta');
  for (const [kind, unit] of kinds) {
    const text = typeof unit === 'string' ? unit : unit(ana);
    const allowed = plain + (await layoutOf(bare, fill(text, '').split('\n').length)) + MAX_MS;
    const work = await leastWork((end) => fill(text, end), kind, allowed);
    expect.soft(work, kind).toBeLessThanOrEqual(allowed);
  }
});
