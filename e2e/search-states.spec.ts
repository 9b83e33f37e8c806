import { type Browser, expect } from '@playwright/test';
import type { Administration } from './support/administration.ts';
import { answerSearches, foundMessage } from './support/found.ts';
import { arrive } from './support/people.ts';
import { askFor, field, panel, results, searchFor } from './support/search.ts';
import type { RunningServer } from './support/server.ts';
import { test } from './support/test.ts';

interface Stage {
  browser: Browser;
  server: RunningServer;
  administration: Administration;
}

async function anas({ browser, server, administration }: Stage) {
  const ana = await administration.registerUser('ana');
  return arrive(browser, server.url, ana, '/chats/me');
}

test('an answer that is late never takes the place of a newer one', async ({
  browser,
  server,
  administration,
}) => {
  const page = await anas({ browser, server, administration });
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  await answerSearches(page, async (query) => {
    const q = query.get('q') ?? '';
    if (q === 'act') await late;
    return [foundMessage(1, `por ${q}`)];
  });
  await page.keyboard.press('Control+Shift+F');
  await field(page).fill('act');
  await field(page).press('Enter');
  await askFor(page, 'acta');
  await expect(results(page)).toHaveText([/por acta/]);
  answerLate();
  await askFor(page, 'actas');
  await expect(results(page)).toHaveText([/por actas/]);
});

test('nothing found is said with a hint', async ({ browser, server, administration }) => {
  const page = await anas({ browser, server, administration });
  await answerSearches(page, () => []);
  await searchFor(page, 'unicornio');
  await expect(panel(page)).toContainText('Prueba con menos, o con otras.');
  await askFor(page, 'unicornio de:ana');
  await expect(panel(page)).toContainText('Ningún mensaje cumple también los filtros escritos.');
});

test('five thousand results are scrolled through, a few of them drawn at a time', async ({
  browser,
  server,
  administration,
}) => {
  const COUNT = 5_000;
  const page = await anas({ browser, server, administration });
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
