import { expect, type Locator, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { arriveInChat, message, signedIn } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const COUNT = 60;

/** Shows the page as the browser prints it, on white paper. */
async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
}

const pagesOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** The rows follow each other from top to bottom. */
async function expectInARow(rows: Locator): Promise<void> {
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  );
  for (const [index, { top }] of boxes.slice(1).entries()) {
    expect(top).toBeGreaterThanOrEqual((boxes[index]?.bottom ?? 0) - 1);
  }
}

for (const theme of ['dark', 'light']) {
  test(`a conversation is printed as it is loaded, in dark ink without bars, from the ${theme} theme`, async ({
    browser,
    server,
    administration,
  }) => {
    const group = await administration.registerGroup('papel');
    const ana = await administration.registerUser('ana', [group]);
    const anas = await callsOf(server.url, ana);
    const [general] = await anas<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
    for (let nth = 1; nth <= COUNT; nth++) {
      const content = `Mensaje número ${nth}.\n${'palabras '.repeat(nth)}`;
      await anas('POST', `/chats/${general?.chatUuid}/messages`, { type: 'TEXT', content });
    }
    const page = await arriveInChat(browser, server.url, ana, group, 'General');
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    await expect(message(page, `Mensaje número ${COUNT}.`)).toBeVisible();
    const loaded = page.getByRole('log').locator('[data-index]');
    const drawn = await loaded.count();
    expect(await pagesOf(page)).toBeGreaterThan(2);
    await onPaper(page);
    await expect.poll(() => loaded.count()).toBeGreaterThan(drawn);
    await expect(message(page, `Mensaje número ${COUNT - 29}.`)).toBeVisible();
    await expectInARow(loaded);
    await expect(page.getByRole('banner').first()).toBeHidden();
    await expect(page.getByRole('list', { name: 'Conversaciones' })).toBeHidden();
    await expect(page.locator('main textarea')).toBeHidden();
    const ink = await message(page, 'Mensaje número 50.')
      .locator('p')
      .last()
      .evaluate((text) => getComputedStyle(text).color);
    expect(ink).toBe('rgb(22, 32, 42)');
    await page.screenshot({ path: test.info().outputPath('paper.png') });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect(message(page, `Mensaje número ${COUNT}.`)).toBeInViewport();
  });
}

test('a table of the administration is printed whole', async ({
  browser,
  server,
  administration,
}) => {
  for (let nth = 0; nth < 40; nth++) await administration.registerGroup(`impreso-${nth}`);
  const page = await signedIn(browser, server.url, administrator);
  await page.goto('/admin/groups');
  await expect(page.getByRole('row').nth(40)).toBeAttached();
  expect(await pagesOf(page)).toBeGreaterThan(1);
  await onPaper(page);
  await expectInARow(page.getByRole('row'));
  await expect(page.getByRole('button', { name: 'Opciones' }).first()).toBeHidden();
});
