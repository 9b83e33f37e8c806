import { expect, type Page } from '@playwright/test';
import { arrive, arriveInChat, chatEntry, composer, message, write } from './support/people.ts';
import { test } from './support/test.ts';

const LONG = 'Una línea que ocupa bastante más que el ancho de la conversación. '.repeat(6);

async function expectWhollyInSight(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const [log, last] = await Promise.all([
        page.getByRole('log', { name: 'Mensajes' }).boundingBox(),
        message(page, text).last().boundingBox(),
      ]);
      return log && last ? last.y + last.height <= log.y + log.height : false;
    })
    .toBe(true);
}

test('what is written and what arrives is wholly in sight at the end of the conversation, however tall', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('charla');
  const [ana, bruno] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
  ];
  const [anas, brunos] = [
    await arriveInChat(browser, server.url, ana, group, 'General'),
    await arriveInChat(browser, server.url, bruno, group, 'General'),
  ];
  for (let number = 1; number <= 6; number++) {
    const text = `${number}: ${LONG}`;
    await write(number % 2 ? anas : brunos, text);
    await expectWhollyInSight(anas, `${number}: Una`);
    await expectWhollyInSight(brunos, `${number}: Una`);
  }
});

declare global {
  interface Window {
    ticksDrawn: string[];
  }
}

/** Runs in the page: notes each tick of a message on its way, however soon another one takes its place. */
function noteTicks(): void {
  window.ticksDrawn = [];
  const note = () => {
    const tick = document
      .querySelector('[role=log] [aria-label^=Envia]')
      ?.getAttribute('aria-label');
    if (tick && tick !== window.ticksDrawn.at(-1)) window.ticksDrawn.push(tick);
  };
  new MutationObserver(note).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-label'],
  });
}

test("what is sent shows 'Enviado' at once, and 'Enviando' while its answer takes long", async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('lenta');
  const ana = await administration.registerUser('ana', [group]);
  await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  let answer = () => {};
  const isAnswered = new Promise<void>((settle) => {
    answer = settle;
  });
  await page.route('**/api/chats/*/messages', async (route) => {
    if (route.request().method() === 'POST') await isAnswered;
    await route.continue();
  });
  await page.evaluate(noteTicks);
  await write(page, 'Con calma');
  const sent = message(page, 'Con calma');
  await expect(sent.getByLabel('Enviando')).toBeVisible();
  // The tick is there as soon as the message is.
  expect(await page.evaluate(() => window.ticksDrawn)).toEqual(['Enviado', 'Enviando']);
  answer();
  await expect(sent.getByLabel('Enviado')).toBeVisible();
  await page.goto('/chats/me');
  await write(page, 'Para mí');
  await expect(message(page, 'Para mí').getByLabel('Visto')).toBeVisible();
});

test('on a phone the browser goes back from a conversation to the list, and from there to the page before', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('bolsillo');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arrive(browser, server.url, ana, '/chats/me');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/groups/${group.uuid}`);
  const [entry, conversation] = [chatEntry(page, bruno.email), composer(page)];
  for (const back of ['Browser', 'Page'] as const) {
    await entry.click();
    await expect(conversation).toBeVisible();
    if (back === 'Browser') await page.goBack();
    else await page.getByRole('button', { name: 'Volver a la lista' }).click();
    await expect(entry).toBeVisible();
    await expect(conversation).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/groups/${group.uuid}$`));
  }
  await entry.click();
  await expect(conversation).toBeVisible();
  await page.reload();
  await expect(conversation).toBeVisible();
  await page.goBack();
  await expect(entry).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/chats\/me$/);
});

test('on a phone a group opens with its list, whoever is open in another group', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('primero');
  const other = await administration.registerGroup('segundo');
  const ana = await administration.registerUser('ana', [group, other]);
  const bruno = await administration.registerUser('bruno', [group, other]);
  const page = await arrive(browser, server.url, ana, '/chats/me');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/groups/${group.uuid}`);
  await chatEntry(page, bruno.email).click();
  await expect(composer(page)).toBeVisible();
  await page.goto(`/groups/${other.uuid}`);
  await expect(chatEntry(page, bruno.email)).toBeVisible();
  await expect(composer(page)).toBeHidden();
  await page.reload();
  await expect(chatEntry(page, bruno.email)).toBeVisible();
  await expect(composer(page)).toBeHidden();
});
