import { expect, type Page } from '@playwright/test';
import type { Group } from '../support/administration.ts';
import { noBarriers } from '../support/barriers.ts';
import { dialog, expectNotice, press, row } from '../support/desk.ts';
import { arrive, arriveInChat, message, writerOf } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

const ERASE = 'Borrar definitivamente';
const EMAIL = 'Escribe su correo para confirmar';

const listed = (page: Page) => page.getByRole('list', { name: /eliminad[ao]s$/ });

/** By the keyboard, as all that follows. */
async function openDeleted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Eliminados' }).press('Enter');
  await expect(dialog(page)).toContainText(/eliminad[ao]s/);
}

async function chooseFor(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Opciones de ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: entry }).press('Enter');
}

test('a deleted person is erased once the e-mail is typed; what is refused stands under the field', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anaWrites = await writerOf(server.url, ana, group, bruno);
  await anaWrites('Lo que dijo Ana');
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await expect(message(brunos, 'Lo que dijo Ana')).toBeVisible();
  await administration.call('DELETE', `/users/${ana.uuid}`);
  const reason = 'Requerimiento del juzgado';
  await administration.call('PUT', `/users/${ana.uuid}/hold`, { hold: true, reason });

  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await expect(row(page, bruno.email)).toBeVisible();
  await expect(row(page, ana.email)).toHaveCount(0);
  await openDeleted(page);
  await expect(listed(page)).toContainText(ana.email);
  await expect(listed(page)).toContainText('Se conserva');
  await chooseFor(page, ana.email, ERASE);
  await dialog(page).getByRole('switch', { name: 'Borrar también sus mensajes' }).press('Space');
  await expect(dialog(page)).toContainText('desaparecen de todos los chats');
  const field = dialog(page).getByLabel(EMAIL);
  await field.press('Enter');
  await expect(dialog(page)).toContainText('Correo requerido');
  await noBarriers(page);
  for (const [typed, refusal] of [
    [bruno.email, 'No es el correo de este usuario'],
    [ana.email, 'Se conserva por requerimiento.'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(dialog(page)).toContainText(refusal);
    await expect(field).toHaveValue(typed);
    await expect(dialog(page).getByRole('switch')).toBeChecked();
  }
  await noBarriers(page);
  await administration.call('PUT', `/users/${ana.uuid}/hold`, { hold: false });
  await field.press('Enter');
  await expectNotice(page, 'Persona borrada definitivamente');
  await expect(page.getByRole('heading', { name: ERASE })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Opciones de ${ana.email}` })).toHaveCount(0);
  await expect(message(brunos, 'Lo que dijo Ana')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test("messages stay under 'Usuario eliminado' where they are not to go", async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anaWrites = await writerOf(server.url, ana, group);
  await anaWrites('Lo que queda de Ana');
  await administration.call('DELETE', `/users/${ana.uuid}`);
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await openDeleted(page);
  await chooseFor(page, ana.email, ERASE);
  await dialog(page).getByLabel(EMAIL).fill(ana.email.toUpperCase());
  await press(page, ERASE);
  await expectNotice(page, 'Persona borrada definitivamente');
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  await expect(message(brunos, 'Lo que queda de Ana')).toBeVisible();
  await expect(brunos.getByText('Usuario eliminado').first()).toBeVisible();
  await expect(brunos.getByText(ana.email)).toHaveCount(0);
});

test('the content of a deleted group is erased once its name is typed', async ({
  browser,
  server,
  administration,
}) => {
  // Groups that other tests of the server have deleted.
  const others = await administration.call<Group[]>('GET', '/groups/deleted');
  for (const { uuid, name } of others)
    await administration.call('DELETE', `/groups/${uuid}/content`, { name });
  const group = await administration.registerGroup('Obra antigua');
  await administration.call('DELETE', `/groups/${group.uuid}`);
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await openDeleted(page);
  await chooseFor(page, group.name, ERASE);
  const field = dialog(page).getByLabel('Escribe su nombre para confirmar');
  await expect(field).toBeFocused();
  await page.keyboard.type('Otra obra');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('No es el nombre de este grupo');
  await expect(field).toHaveValue('Otra obra');
  await field.press('ControlOrMeta+a');
  await page.keyboard.type(group.name);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Grupo borrado definitivamente');
  await expect(dialog(page)).toContainText('No hay grupos eliminados');
});
