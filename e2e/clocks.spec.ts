import { type Browser, expect, type Page } from '@playwright/test';
import type { Administration } from './support/administration.ts';
import { openMenu } from './support/message-menu.ts';
import { composer, expectSent, message, openChat, signedIn, write } from './support/people.ts';
import { test } from './support/test.ts';

const HOUR = 3_600_000;

/** A computer with a wrong clock; the test can change the error while the page is open. */
async function atComputer(
  browser: Browser,
  url: string,
  administration: Administration,
  error: number,
) {
  const group = await administration.registerGroup('relojes');
  const ana = await administration.registerUser('ana', [group]);
  const page = await signedIn(browser, url, ana);
  await page.addInitScript((wrong) => {
    const clock = { error: wrong };
    const real = Date.now;
    const now = () => real() + clock.error;
    const construct = (made: DateConstructor, given: unknown[], as: new () => object) =>
      Reflect.construct(made, given.length === 0 ? [now()] : given, as);
    Object.assign(window, { Date: new Proxy(Date, { construct }), clock });
    Date.now = now;
  }, error);
  await openChat(page, group, 'General');
  return page;
}

const setClock = (page: Page, error: number) =>
  page.evaluate((wrong) => {
    (window as unknown as { clock: { error: number } }).clock.error = wrong;
  }, error);

async function expectBothOffered(page: Page, text: string): Promise<void> {
  await openMenu(page, text);
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** `hh:mm AM`, and no date. */
const HOUR_ALONE = /^\d\d:\d\d [AP]M$/;

for (const [name, error] of [
  ['20 minutes ahead', HOUR / 3],
  ['25 hours ahead', 25 * HOUR],
  ['25 hours behind', -25 * HOUR],
] as const) {
  test(`a computer whose clock is ${name} offers and shows what the server's clock says`, async ({
    browser,
    server,
    administration,
  }) => {
    const page = await atComputer(browser, server.url, administration, error);
    await write(page, 'a tiempo');
    await expectSent(page, 'a tiempo');
    await expectBothOffered(page, 'a tiempo');
    await expect(message(page, 'a tiempo').locator('time')).toHaveText(HOUR_ALONE);
    await composer(page).press('ArrowUp');
    await expect(page.getByRole('textbox', { name: 'Editar mensaje' })).toHaveValue('a tiempo');
  });
}

test('a clock that is set while the page is open changes nothing', async ({
  browser,
  server,
  administration,
}) => {
  const page = await atComputer(browser, server.url, administration, 0);
  await write(page, 'antes del salto');
  await expectSent(page, 'antes del salto');
  for (const error of [25 * HOUR, -25 * HOUR]) {
    await setClock(page, error);
    await expectBothOffered(page, 'antes del salto');
    await expect(message(page, 'antes del salto').locator('time')).toHaveText(HOUR_ALONE);
    await write(page, `después de ${error}`);
    await expectSent(page, `después de ${error}`);
    await expect(message(page, `después de ${error}`).locator('time')).toHaveText(HOUR_ALONE);
  }
});
