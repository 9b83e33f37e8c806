import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { expectSent, message, openChat, signedIn, write, writerOf } from './support/people.ts';
import { test } from './support/test.ts';

declare global {
  interface Window {
    announced: string[];
  }
}

/** From now on, whatever a live region of the page gets is noted: a screen reader would read it out. */
function noteAnnouncements(): void {
  window.announced = [];
  const regions = '[aria-live], [role=log], [role=status], [role=alert]';
  const isLive = (node: Node | null) => {
    const at = node instanceof Element ? node : node?.parentElement;
    const region = at?.closest(regions);
    return region !== null && region !== undefined && region.getAttribute('aria-live') !== 'off';
  };
  const notice = (changes: MutationRecord[]) => {
    for (const { target, addedNodes, type } of changes) {
      const added = type === 'characterData' ? [target] : [...addedNodes];
      for (const node of added)
        if (isLive(target) || isLive(node)) window.announced.push(node.textContent ?? '');
    }
  };
  const seen = { childList: true, characterData: true, subtree: true };
  new MutationObserver(notice).observe(document, seen);
}

const announced = (page: Page) =>
  page.evaluate(() => window.announced.filter((text) => text !== ''));
const log = (page: Page) => page.getByRole('log', { name: 'Mensajes' });

/** Scrolls until that message is in sight. */
async function scrollTo(page: Page, text: string, by: number): Promise<void> {
  await log(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, by);
    await expect(message(page, text)).toBeInViewport({ timeout: 50 });
  }).toPass();
}

test('only what is new at the end is read aloud, once: no history, ticks, reactions, nor rows that come back', async ({
  browser,
  server,
  administration,
}) => {
  test.slow();
  const group = await administration.registerGroup('lectura');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const say = await writerOf(server.url, bruno, group);
  for (let number = 1; number <= 300; number++) await say(`línea ${number}.`);
  const page = await signedIn(browser, server.url, ana);
  await page.addInitScript(noteAnnouncements);
  await openChat(page, group, 'General');
  await expect(message(page, 'línea 300.')).toBeVisible();

  await scrollTo(page, 'línea 1.', -4_000);
  await scrollTo(page, 'línea 300.', 4_000);
  expect(await announced(page)).toEqual([]);

  await say('Esto es nuevo');
  await expect(message(page, 'Esto es nuevo')).toBeVisible();
  await write(page, 'Esto es mío');
  await expectSent(page, 'Esto es mío');
  const brunos = await callsOf(server.url, bruno);
  const own = await brunos<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const path = `/chats/${own[0]?.chatUuid}/messages`;
  const last = (await brunos<{ uuid: string }[]>('GET', path)).at(-1);
  await brunos('POST', `/chats/messages/${last?.uuid}/react`, { emoji: '👍' });
  await expect(message(page, 'Esto es mío').getByRole('button', { name: '👍' })).toBeVisible();
  await scrollTo(page, 'línea 1.', -4_000);
  await scrollTo(page, 'Esto es mío', 4_000);
  expect(await announced(page)).toEqual([`${bruno.email}: Esto es nuevo`, 'Tú: Esto es mío']);
});
