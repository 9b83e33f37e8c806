import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { attach, picture } from './support/files.ts';
import { arriveInChat, chatEntry, message } from './support/people.ts';
import { expectLoaded, report, sendIt, thumbnail } from './support/sending-files.ts';
import { test } from './support/test.ts';
import { tone } from './support/voice.ts';

declare global {
  interface Window {
    /** The positions of the rows before any of them was measured. */
    firstTops?: number[];
  }
}

/** Each load of the page records the positions of its rows at the moment they enter the page. */
function noteFirstTops(): void {
  const look = () => {
    const rows = [...document.querySelectorAll('[role=log] [data-index]')];
    if (rows.length === 0 || window.firstTops) return;
    window.firstTops = rows.map((row) => row.getBoundingClientRect().top);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

const heightsOf = (tops: number[]) => tops.slice(1).map((top, n) => top - (tops[n] ?? 0));

/** The heights of all rows but the last, from above: the estimates and the real heights. */
async function readHeights(page: Page) {
  const tops = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('[role=log] [data-index]')];
    return rows.map((row) => row.getBoundingClientRect().top);
  });
  const first = await page.evaluate(() => window.firstTops ?? []);
  return { guessed: heightsOf(first), real: heightsOf(tops) };
}

test('a row of each kind is as tall as it is taken to be before it is drawn', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('alturas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const [anas, brunos] = [await callsOf(server.url, ana), await callsOf(server.url, bruno)];
  const [general] = await brunos<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const path = `/chats/${general?.chatUuid}/messages`;
  const send = async (content: string) => {
    const [sent] = await brunos<{ uuid: string }[]>('POST', path, { type: 'TEXT', content });
    return sent?.uuid ?? '';
  };
  const question = await send('¿Quién viene?');
  const liked = await send('Yo sí');
  await anas('POST', `/chats/messages/${liked}/react`, { emoji: '👍' });
  await anas('POST', `/chats/messages/${question}/reply`, { content: 'Yo también' });
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  const photo = picture('foto.png', 300, 200);
  for (const file of [photo, report, tone('canción.wav', 1)]) {
    await attach(page, file);
    await sendIt(page);
  }
  const stored = async () => (await brunos<unknown[]>('GET', path)).length;
  await expect.poll(stored).toBe(6);
  await page.goto('/chats/me');
  const corrected = await send('Y yoo');
  await brunos('PUT', `/chats/messages/${corrected}`, { content: 'Y yo' });
  await send('uno\ndos\ntres');
  await brunos('POST', path, { forwardedFrom: liked, referenceId: 'copia' });
  await send('fin');
  await page.addInitScript(noteFirstTops);
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto(`/groups/${group.uuid}`);
  await expect(chatEntry(page, bruno.email)).toBeVisible();
  await expect(message(page, 'fin')).toBeVisible();
  await expectLoaded(thumbnail(page, photo.name));
  const { guessed, real } = await readHeights(page);
  // Two texts, one with a reaction; a reply, a picture, a file, a recording; the unread line, two texts, one of them
  // edited, a forward.
  expect(guessed).toHaveLength(10);
  expect(guessed).toEqual(real.map((height) => expect.closeTo(height, 0)));
});
