import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { dialog } from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

const lines = (page: Page) =>
  page.getByRole('list', { name: 'Acciones registradas' }).getByRole('listitem');

/** By the keyboard alone. */
async function narrow(page: Page, filter: string, typed: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: filter }).press('Enter');
  await page.getByPlaceholder(`Buscar ${filter.toLowerCase()}`).fill(typed);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('the audit is narrowed by person, action and days, and downloaded as it is narrowed', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const bruno = await administration.registerUser('bruno');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await page.getByRole('button', { name: 'Registro de auditoría' }).click();
  await expect(lines(page).filter({ hasText: bruno.email }).first()).toBeVisible();

  await narrow(page, 'Persona', ana.email);
  await expect(lines(page).filter({ hasText: bruno.email })).toHaveCount(0);
  await narrow(page, 'Acción', 'Usuario registrado');
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText(`registró a ${ana.email}`);
  await dialog(page).getByRole('button', { name: 'Fechas' }).press('Enter');
  await page.getByRole('button', { name: 'Hoy' }).press('Enter');
  await expect(lines(page)).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);

  const started = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Descargar CSV' }).press('Enter');
  const download = await started;
  expect(download.suggestedFilename()).toBe('auditoria.csv');
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(ana.email);

  await dialog(page).getByRole('button', { name: 'Quitar Usuario registrado' }).press('Enter');
  await narrow(page, 'Acción', 'Grupo eliminado');
  await expect(dialog(page)).toContainText('Ninguna acción cumple los filtros');

  // The audit goes on about people who have left.
  await administration.call('DELETE', `/users/${bruno.uuid}`);
  await page.reload();
  await page.getByRole('button', { name: 'Registro de auditoría' }).click();
  await narrow(page, 'Persona', bruno.email);
  await expect(lines(page).first()).toContainText(`eliminó a ${bruno.email}`);
  await expect(lines(page).filter({ hasText: ana.email })).toHaveCount(0);
});
