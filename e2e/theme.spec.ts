import { expect, type Page } from '@playwright/test';
import { arrive } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const [DARK, LIGHT] = ['rgb(13, 18, 23)', 'rgb(243, 245, 247)'];

const expectBars = (page: Page, colour: string | undefined) =>
  expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', colour ?? '');

test('the browser paints its own bars in the colour of the page, whatever the theme', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator);
  const change = page.getByRole('button', { name: 'Cambiar tema' });
  await page.emulateMedia({ colorScheme: 'light' });
  await expectBars(page, DARK);
  await change.click();
  await expectBars(page, LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectBars(page, LIGHT);
  await change.click();
  await expectBars(page, DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectBars(page, LIGHT);
  await page.reload();
  await expectBars(page, LIGHT);
});
