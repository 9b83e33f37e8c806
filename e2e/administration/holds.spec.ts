import { type Browser, expect, type Page } from '@playwright/test';
import type { Administration } from '../support/administration.ts';
import { dialog, expectNotice, openRowMenu, press } from '../support/desk.ts';
import { arrive, arriveInChat, expectSent, write } from '../support/people.ts';
import { administrator, type RunningServer } from '../support/server.ts';
import { test } from '../support/test.ts';

const HOLD = 'Conservar por requerimiento';
const LIST = 'Lo que se conserva';
const REASON = 'Requerimiento del juzgado 3/2026';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const held = (page: Page) => dialog(page).getByRole('list', { name: 'Lo que se conserva' });

/** Ana has written to Bruno. */
async function gatherTwo(browser: Browser, server: RunningServer, administration: Administration) {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await write(anas, 'Esto hay que guardarlo');
  await expectSent(anas, 'Esto hay que guardarlo');
  return { group, ana, bruno, anas };
}

test('a conversation is held by the keyboard alone, its reason changed, and the hold ended from the list', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, anas } = await gatherTwo(browser, server, administration);
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  const entry = page.getByRole('list', { name: 'Conversaciones' }).getByRole('button');
  await entry.filter({ hasText: ana.email }).press('Enter');
  await button(page, HOLD).press('Enter');
  await expect(dialog(page).getByLabel('Motivo')).toBeFocused();
  await page.keyboard.type('Corto');
  await expect(dialog(page)).toContainText('5 de 500 caracteres');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('El motivo debe tener entre 10 y 500 caracteres');
  await expect(dialog(page).getByLabel('Motivo')).toHaveValue('Corto');
  await dialog(page).getByLabel('Motivo').press('ControlOrMeta+a');
  await page.keyboard.type(REASON);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Se conserva por requerimiento');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button(page, LIST).press('Enter');
  await expect(held(page)).toContainText(ana.email);
  await expect(held(page)).toContainText(REASON);
  await expect(held(page)).toContainText(`por ${administrator.email}`);
  await held(page)
    .getByRole('button', { name: /^Cambiar: / })
    .press('Enter');
  await expect(dialog(page).getByLabel('Motivo')).toHaveValue(REASON);
  await dialog(page).getByLabel('Motivo').press('ControlOrMeta+a');
  await page.keyboard.type('Otro motivo bien largo');
  await button(page, 'Guardar motivo').press('Enter');
  await expect(held(page)).toContainText('Otro motivo bien largo');

  await held(page)
    .getByRole('button', { name: /^Cambiar: / })
    .press('Enter');
  await button(page, 'Dejar de conservar').press('Enter');
  await expect(dialog(page)).toContainText('¿Dejar de conservar?');
  await dialog(page).getByRole('button', { name: 'Dejar de conservar' }).press('Enter');
  await expect(dialog(page)).toContainText('No se conserva nada por requerimiento');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(anas.getByText(/se conserva|requerimiento/i)).toHaveCount(0);
});

test('a person is held from the menu of their row; they and the others see nothing of it', async ({
  browser,
  server,
  administration,
}) => {
  const { ana, bruno, anas, group } = await gatherTwo(browser, server, administration);
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await openRowMenu(page, ana.email);
  await page.getByRole('menuitem', { name: HOLD }).press('Enter');
  await expect(dialog(page)).toContainText('su chat personal, que nadie puede leer');
  await dialog(page).getByLabel('Motivo').fill(REASON);
  await press(page, 'Conservar');
  await expectNotice(page, 'Se conserva por requerimiento');
  const [hold] = await administration.call<{ userId: string; reason: string }[]>('GET', '/holds');
  expect(hold).toMatchObject({ userId: ana.uuid, reason: REASON });
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  for (const theirs of [anas, brunos]) {
    await expect(theirs.getByText('Esto hay que guardarlo').first()).toBeVisible();
    await expect(theirs.getByText(/se conserva|requerimiento/i)).toHaveCount(0);
  }
  await administration.call('PUT', `/users/${ana.uuid}/hold`, { hold: false });
});
