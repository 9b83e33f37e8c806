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
