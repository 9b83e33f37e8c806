import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Administration } from './support/administration.ts';
import { chooseFromMenu } from './support/message-menu.ts';
import { arriveInChat, composer, message, openChat, signedIn, write } from './support/people.ts';
import type { RunningServer } from './support/server.ts';
import { test } from './support/test.ts';

const TEXT = '¿Quién viene a comer?';

async function openReactions(page: Page): Promise<Locator> {
  await chooseFromMenu(page, TEXT, 'Reaccionar');
  return page.getByRole('dialog', { name: 'Reaccionar' });
}

const reaction = (page: Page, emoji: string) =>
  message(page, TEXT).getByRole('button', { name: emoji });

/** Two people in one group chat, and all requests of the first one's browser to other servers. */
async function meet(browser: Browser, server: RunningServer, administration: Administration) {
  const group = await administration.registerGroup('reacciones');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await signedIn(browser, server.url, ana);
  const foreign: string[] = [];
  anas.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) {
      foreign.push(request.url());
    }
  });
  anas.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) foreign.push(line.text());
  });
  await openChat(anas, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  return { ana, anas, brunos, foreign };
}

test('a reaction is seen at once by the others, replaced, looked at and taken off', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas, brunos } = await meet(browser, server, administration);
  await write(brunos, TEXT);

  const quick = await openReactions(anas);
  await expect(quick.getByRole('button')).toHaveCount(7);
  await quick.getByRole('button', { name: '👍' }).click();
  await expect(reaction(anas, '👍')).toBeVisible();
  await expect(reaction(brunos, '👍')).toBeVisible();
  await expect(message(anas, TEXT).getByRole('button', { name: 'Opciones' })).toBeFocused();

  await (await openReactions(brunos)).getByRole('button', { name: 'Risa' }).click();
  await expect(reaction(anas, '😂')).toBeVisible();
  await (await openReactions(anas)).getByRole('button', { name: 'Risa' }).click();
  await expect(reaction(brunos, '😂')).toContainText('2');
  await expect(reaction(brunos, '👍')).toHaveCount(0);

  await reaction(brunos, '😂').click();
  const dialog = brunos.getByRole('dialog', { name: 'Reacciones' });
  await expect(dialog.getByRole('listitem').filter({ hasText: ana.email })).toContainText(
    /\d\d:\d\d [AP]M/,
  );
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  const other = brunos.getByRole('dialog', { name: 'Reaccionar' });
  await other.getByRole('button', { name: 'Sorpresa' }).click();
  await expect(reaction(anas, '😮')).toBeVisible();

  await reaction(brunos, '😮').click();
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(reaction(anas, '😮')).toHaveCount(0);

  const again = await openReactions(anas);
  await expect(again.getByRole('button', { name: 'Risa', pressed: true })).toBeVisible();
  await again.getByRole('button', { name: 'Risa' }).click();
  await expect(reaction(brunos, '😂')).toHaveCount(0);
});

test('the whole picker is found in Spanish, remembers what was used, and asks no other place for anything', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos, foreign } = await meet(browser, server, administration);
  await write(brunos, TEXT);
  const popup = await openReactions(anas);
  await popup.getByRole('button', { name: 'Más emojis' }).click();
  await expect(popup.getByRole('tab')).toHaveCount(9);
  await expect(popup.getByRole('radio')).toHaveCount(6);
  const search = popup.getByRole('searchbox', { name: 'Buscar emoji' });
  await expect(search).toBeFocused();
  await expect(
    popup.getByRole('button', { name: 'cara sonriendo', exact: false }).first(),
  ).toBeVisible();
  // The list draws only the visible ones of nearly two thousand emoji.
  expect(await popup.getByRole('img').or(popup.locator('img')).count()).toBeLessThan(150);
  await search.fill('qqqq');
  await expect(popup.getByText('No emoji has been found!', { exact: true })).toBeVisible();
  await search.fill('corazon rojo');
  const heart = popup.getByRole('button', { name: '❤️ corazón rojo', exact: true });
  await expect(heart.locator('img')).toHaveJSProperty('naturalWidth', 64);
  await heart.click();
  await expect(reaction(brunos, '❤️')).toBeVisible();

  await expect
    .poll(() => anas.evaluate(() => indexedDB.databases()))
    .toContainEqual({ name: 'EMJ', version: 3 });
  await openReactions(anas);
  await popup.getByRole('button', { name: 'Más emojis' }).click();
  await expect(popup.getByRole('tab', { name: 'Recientes', selected: true })).toBeVisible();
  await expect(popup.getByRole('button', { name: '❤️ corazón rojo' }).first()).toBeInViewport();
  await anas.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);

  await composer(anas).fill('Hay  hoy');
  for (let step = 0; step < 4; step++) await composer(anas).press('ArrowLeft');
  await anas.getByRole('button', { name: 'Emojis' }).click();
  await anas.getByRole('searchbox', { name: 'Buscar emoji' }).fill('pizza');
  await expect(anas.getByRole('button', { name: '🍕' })).toBeVisible();
  await anas.keyboard.press('Enter');
  await expect(composer(anas)).toHaveValue('Hay 🍕 hoy');
  await expect(composer(anas)).toBeFocused();
  await anas.keyboard.press('Enter');
  await expect(message(brunos, 'Hay 🍕 hoy')).toBeVisible();
  expect(foreign).toEqual([]);
});
