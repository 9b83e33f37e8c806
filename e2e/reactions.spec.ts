import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Administration } from './support/administration.ts';
import { arriveInChat, composer, message, openChat, signedIn, write } from './support/people.ts';
import type { RunningServer } from './support/server.ts';
import { test } from './support/test.ts';

const TEXT = '¿Quién viene a comer?';

async function openOptions(page: Page): Promise<void> {
  await message(page, TEXT).hover();
  await message(page, TEXT).getByRole('button', { name: 'Opciones del mensaje' }).click();
}

async function openReactions(page: Page): Promise<Locator> {
  await openOptions(page);
  await page.getByRole('menuitem', { name: 'Reaccionar' }).click();
  return page.getByRole('dialog', { name: 'Reaccionar' });
}

const reaction = (page: Page, emoji: string) =>
  message(page, TEXT).getByRole('button', { name: emoji });

/** Two in one group chat, and everything that the first one's browser asks of other places. */
async function meet(browser: Browser, server: RunningServer, administration: Administration) {
  const group = await administration.registerGroup('reacciones');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const hers = await signedIn(browser, server.url, ana);
  const foreign: string[] = [];
  hers.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) {
      foreign.push(request.url());
    }
  });
  hers.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) foreign.push(line.text());
  });
  await openChat(hers, group, 'General');
  const his = await arriveInChat(browser, server.url, bruno, group, 'General');
  return { ana, hers, his, foreign };
}

test('a reaction is seen at once by the others, replaced, looked at and taken off', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, hers, his } = await meet(browser, server, administration);
  await write(his, TEXT);

  const quick = await openReactions(hers);
  await expect(quick.getByRole('button')).toHaveCount(7);
  await quick.getByRole('button', { name: '👍' }).click();
  await expect(reaction(hers, '👍')).toBeVisible();
  await expect(reaction(his, '👍')).toBeVisible();
  await expect(message(hers, TEXT).getByRole('button', { name: 'Opciones' })).toBeFocused();

  await (await openReactions(his)).getByRole('button', { name: 'Risa' }).click();
  await expect(reaction(hers, '😂')).toBeVisible();
  await (await openReactions(hers)).getByRole('button', { name: 'Risa' }).click();
  await expect(reaction(his, '😂')).toContainText('2');
  await expect(reaction(his, '👍')).toHaveCount(0);

  await reaction(his, '😂').click();
  const dialog = his.getByRole('dialog', { name: 'Reacciones' });
  await expect(dialog.getByRole('listitem').filter({ hasText: ana.email })).toContainText(
    /\d\d:\d\d [AP]M/,
  );
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  const other = his.getByRole('dialog', { name: 'Reaccionar' });
  await other.getByRole('button', { name: 'Sorpresa' }).click();
  await expect(reaction(hers, '😮')).toBeVisible();

  await reaction(his, '😮').click();
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(reaction(hers, '😮')).toHaveCount(0);

  const again = await openReactions(hers);
  await expect(again.getByRole('button', { name: 'Risa', pressed: true })).toBeVisible();
  await again.getByRole('button', { name: 'Risa' }).click();
  await expect(reaction(his, '😂')).toHaveCount(0);
});

test('the whole picker is found in Spanish, remembers what was used, and asks no other place for anything', async ({
  browser,
  server,
  administration,
}) => {
  const { hers, his, foreign } = await meet(browser, server, administration);
  await write(his, TEXT);
  const popup = await openReactions(hers);
  await popup.getByRole('button', { name: 'Más emojis' }).click();
  await expect(popup.getByRole('tab')).toHaveCount(9);
  await expect(popup.getByRole('radio')).toHaveCount(6);
  const search = popup.getByRole('searchbox', { name: 'Buscar emoji' });
  await expect(search).toBeFocused();
  await expect(
    popup.getByRole('button', { name: 'cara sonriendo', exact: false }).first(),
  ).toBeVisible();
  // Of nearly two thousand only those in sight are drawn.
  expect(await popup.getByRole('img').or(popup.locator('img')).count()).toBeLessThan(150);
  await search.fill('qqqq');
  await expect(popup.getByText('No emoji has been found!', { exact: true })).toBeVisible();
  await search.fill('corazon rojo');
  const heart = popup.getByRole('button', { name: '❤️ corazón rojo', exact: true });
  await expect(heart.locator('img')).toHaveJSProperty('naturalWidth', 64);
  await heart.click();
  await expect(reaction(his, '❤️')).toBeVisible();

  await expect
    .poll(() => hers.evaluate(() => indexedDB.databases()))
    .toContainEqual({ name: 'EMJ', version: 3 });
  await openReactions(hers);
  await popup.getByRole('button', { name: 'Más emojis' }).click();
  await expect(popup.getByRole('tab', { name: 'Recientes', selected: true })).toBeVisible();
  await expect(popup.getByRole('button', { name: '❤️ corazón rojo' }).first()).toBeInViewport();
  await hers.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);

  await composer(hers).fill('Hay  hoy');
  for (let step = 0; step < 4; step++) await composer(hers).press('ArrowLeft');
  await hers.getByRole('button', { name: 'Emojis' }).click();
  await hers.getByRole('searchbox', { name: 'Buscar emoji' }).fill('pizza');
  await expect(hers.getByRole('button', { name: '🍕' })).toBeVisible();
  await hers.keyboard.press('Enter');
  await expect(composer(hers)).toHaveValue('Hay 🍕 hoy');
  await expect(composer(hers)).toBeFocused();
  await hers.keyboard.press('Enter');
  await expect(message(his, 'Hay 🍕 hoy')).toBeVisible();
  expect(foreign).toEqual([]);
});
