import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Look, walkAdministration, walkChats } from './support/every-view.ts';
import { registerLongCompany } from './support/long-company.ts';
import { openNetwork } from './support/network.ts';
import { arriveInChat, signedIn, write } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

/** Where the system paints with colours of its own, contrast is its affair. */
const expectNoBarrier = (page: Page, view = page.url(), hasOwnColours = true) =>
  expectNone(page, view, {
    rules: {
      'color-contrast': { enabled: hasOwnColours },
      // Off unless it is asked for: what is read on a control must be part of its name.
      'label-content-name-mismatch': { enabled: true },
    },
  });

type Options = Parameters<AxeBuilder['options']>[0];

async function expectNone(page: Page, view: string, options: Options): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], ...options })
    // There are no frames whose findings would have to be brought together on a page of its own.
    .setLegacyMode()
    // The library's sentinels around an open popup take focus only to pass it on.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect.soft(found, view).toEqual([]);
}

/** Dark, then light: the themes differ in their colours alone. */
const inBothThemes =
  (page: Page): Look =>
  async (view) => {
    await expectNoBarrier(page, view);
    const before = await page.evaluate(() => document.documentElement.dataset.theme);
    await paint(page, 'light');
    await expectNone(page, `${view}, light`, { runOnly: ['color-contrast'] });
    await paint(page, before ?? 'dark');
  };

const paint = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

test('the sign-in page has no serious barrier', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await inBothThemes(page)('sign-in');
});

test('with forced colours, without a connection and with a newer version a conversation has no serious barrier', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('apartada');
  const ana = await administration.registerUser('ana', [group]);
  const network = await openNetwork(server.url);
  const page = await arriveInChat(browser, network.url, ana, group, 'General');
  await write(page, '¿Se lee bien?');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectNoBarrier(page, 'forced colours', false);
  await page.emulateMedia({ forcedColors: 'none' });

  network.cut();
  await expect(page.getByText('Sin conexión')).toBeVisible();
  const update = page.getByRole('button', { name: 'Actualizar' });
  // The page listens once it has been open for a moment.
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'newer' })),
      );
      return update.isVisible();
    })
    .toBe(true);
  await inBothThemes(page)('without a connection');
  await network.close();
});

test('every page, dialog and menu of the administration has no serious barrier, dark and light', async ({
  browser,
  server,
  administration,
}) => {
  test.slow();
  const company = await registerLongCompany(server.url, administration);
  const page = await signedIn(browser, server.url, administrator);
  await walkAdministration(page, company, inBothThemes(page));
});

test('every page, dialog and menu of the chats has no serious barrier, dark and light', async ({
  browser,
  server,
  administration,
}) => {
  test.slow();
  const company = await registerLongCompany(server.url, administration);
  const page = await signedIn(browser, server.url, company.viewer);
  await walkChats(page, company, inBothThemes(page));
});
