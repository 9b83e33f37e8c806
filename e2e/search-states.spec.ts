import { expect } from '@playwright/test';
import { answerSearches, foundMessage } from './support/found.ts';
import { arrive } from './support/people.ts';
import { panel, results, searchFor } from './support/search.ts';
import { test } from './support/test.ts';

test('five thousand results are scrolled through, a few of them drawn at a time', async ({
  browser,
  server,
  administration,
}) => {
  const COUNT = 5_000;
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana, '/chats/me');
  await answerSearches(page, (query) => {
    const before = query.get('before');
    const below = before === null ? COUNT + 1 : Number(before.slice(-12));
    const size = Math.min(Number(query.get('size')), below - 1);
    return Array.from({ length: size }, (_, index) => foundMessage(below - 1 - index));
  });
  await searchFor(page, 'línea');
  await expect(panel(page).getByRole('status')).toHaveText(/mensajes y más$/);
  const list = page.locator('[data-results]').locator('..');
  const drawn: number[] = [];
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    drawn.push(await results(page).count());
    await expect(panel(page).getByRole('status')).toHaveText(`${COUNT} mensajes`, { timeout: 50 });
  }).toPass({ intervals: [20], timeout: 110_000 });
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(results(page).filter({ hasText: /línea 1$/ })).toBeInViewport();
  expect(Math.max(...drawn)).toBeLessThanOrEqual(220);
});
