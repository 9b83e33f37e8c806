import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { barriers } from './support/barriers.ts';
import { chooseFromRowMenu, dialog } from './support/desk.ts';
import { arrive, openAccount, writerOf } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Descargar mis datos' });

/** Asks with the keyboard, and saves the file once it is ready; gives its name and first bytes. */
async function prepareAndSave(page: Page, place: ReturnType<typeof section>) {
  await place.getByRole('button', { name: 'Preparar la descarga' }).focus();
  await page.keyboard.press('Enter');
  await expect(place.getByRole('status')).toContainText(
    /Preparado: archivo ZIP de .* hasta mañana/,
  );
  const saving = page.waitForEvent('download');
  await place.getByRole('button', { name: 'Descargar', exact: true }).focus();
  await page.keyboard.press('Enter');
  const download = await saving;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), begins: bytes.toString('latin1', 0, 2) };
}

test('a person prepares and saves their own data, with the keyboard alone', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana);
  await openAccount(page, ana);
  expect(await prepareAndSave(page, section(page))).toEqual({
    name: 'mis-datos.zip',
    begins: 'PK',
  });
  expect(await barriers(page)).toEqual([]);
  await page.reload();
  await expect(section(page).getByRole('button', { name: 'Preparar otra vez' })).toBeVisible();
});

test('an administrator saves the data of a user, and a conversation', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('exportado');
  const [ana, bruno] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
  ];
  const anaWrites = await writerOf(server.url, ana, group, bruno);
  await anaWrites('Para exportar');

  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await page.getByPlaceholder('Buscar por correo').fill(ana.email);
  await chooseFromRowMenu(page, ana.email, 'Descargar datos');
  await expect(dialog(page)).toContainText(ana.email);
  const saved = await prepareAndSave(page, dialog(page));
  expect(saved).toEqual({ name: `datos-${ana.email}.zip`, begins: 'PK' });
  expect(await barriers(page)).toEqual([]);

  await page.goto('/admin/chats');
  await page.getByPlaceholder('Buscar por email').fill(ana.email);
  await page.getByRole('list', { name: 'Conversaciones' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Exportar conversación' }).click();
  await expect(dialog(page)).toContainText('registro de auditoría');
  expect(await prepareAndSave(page, dialog(page))).toMatchObject({ begins: 'PK' });
  expect(await barriers(page)).toEqual([]);
});
