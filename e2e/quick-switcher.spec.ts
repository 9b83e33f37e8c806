import { expect, type Page } from '@playwright/test';
import { openForm } from './support/desk.ts';
import { arrive, arriveInChat, chatEntry, composer, message, write } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const switcher = (page: Page) => page.getByRole('dialog', { name: 'Ir a…' });

test('Ctrl+K leads to a person of another group, and back to the text that was being written', async ({
  browser,
  server,
  administration,
}) => {
  const [sales, stock] = [
    await administration.registerGroup('ventas'),
    await administration.registerGroup('almacén'),
  ];
  const ana = await administration.registerUser('ana', [sales, stock]);
  const bruno = await administration.registerUser('bruno', [stock]);
  const carla = await administration.registerUser('carla', [stock]);
  const page = await arriveInChat(browser, server.url, ana, sales, 'General');
  await composer(page).fill('¿A qué hora');
  await page.keyboard.press('Control+k');
  await expect(switcher(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(switcher(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('?');
  await expect(composer(page)).toHaveText('¿A qué hora?');

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Ir a…' });
  await field.fill('BRUNO almacen');
  await expect(page.getByRole('option')).toHaveText(new RegExp(bruno.email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/groups/${stock.uuid}$`));
  await expect(page.getByRole('main').getByRole('heading', { name: bruno.email })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await write(page, 'Hola, Bruno');
  await expect(message(page, 'Hola, Bruno')).toBeVisible();

  await page.getByRole('button', { name: 'Ir a…' }).click();
  await field.fill(stock.name);
  const carlas = page.getByRole('option').filter({ hasText: carla.email });
  await expect(carlas).toBeVisible();
  while ((await carlas.getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { name: carla.email })).toBeVisible();
  await expect(chatEntry(page, bruno.email)).toBeVisible();
});

test('an administrator reaches the pages of the administration, and sees what the keyboard can do', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator);
  await expect(page.getByRole('heading', { name: 'Usuarios' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Ir a…' }).fill('oficinas');
  await expect(page.getByRole('option', { selected: true })).toContainText('Oficinas');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/oficinas$/);
  await expect(page.getByRole('heading', { name: 'Oficinas', level: 1 })).toBeVisible();
  await expect(switcher(page)).toBeHidden();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const form = await openForm(page, 'Registrar oficina');
  await page.keyboard.press('Control+k');
  await expect(form).toBeVisible();
  await expect(switcher(page)).toBeHidden();
});
