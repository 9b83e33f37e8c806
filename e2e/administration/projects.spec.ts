import { expect } from '@playwright/test';
import {
  chooseFromRowMenu,
  dialog,
  expectColumns,
  expectFailure,
  expectNotice,
  openForm,
  press,
  row,
  submit,
} from '../support/desk.ts';
import { arrive, signedIn } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a project is registered, renamed and removed, each with its own notice', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  await form.getByLabel('Nombre').fill('  Torre Este  ');
  await submit(page, 'Registrar', 'Proyecto registrado correctamente');
  await expectColumns(page, ['Proyecto']);

  await chooseFromRowMenu(page, 'Torre Este', 'Editar');
  await expect(dialog(page)).toContainText('Actualizar proyecto');
  await expect(dialog(page).getByLabel('Nombre')).toHaveValue('Torre Este');
  await dialog(page).getByLabel('Nombre').fill('Torre Oeste');
  await submit(page, 'Actualizar', 'Proyecto actualizado correctamente');

  await chooseFromRowMenu(page, 'Torre Oeste', 'Eliminar');
  await expect(dialog(page)).toContainText('Torre Oeste');
  await press(page, 'Eliminar');
  await expectNotice(page, 'Proyecto eliminado correctamente.');
  await expect(row(page, 'Torre Oeste')).toHaveCount(0);
});

test('a project name is required, has at least 4 and at most 50 characters, and is taken once', async ({
  browser,
  server,
  administration,
}) => {
  await administration.call('POST', '/projects', { name: 'Ya existe' });
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  const name = form.getByLabel('Nombre');
  const wrong: [string, string][] = [
    ['   ', 'El nombre es obligatorio'],
    ['abc', 'El nombre debe tener al menos 4 caracteres'],
    ['a'.repeat(51), 'El nombre no puede exceder los 50 caracteres'],
    ['ya EXISTE', 'Ya existe un proyecto con ese nombre'],
  ];
  for (const [typed, text] of wrong) {
    await name.fill(typed);
    await press(page, 'Registrar');
    await expect(form).toContainText(text);
    await expect(name).toHaveValue(typed);
  }
});

test('a project with offices is not removed, and why is told', async ({
  browser,
  server,
  administration,
}) => {
  const project = await administration.call<{ uuid: string }>('POST', '/projects', {
    name: 'Con oficinas',
  });
  await administration.call('POST', '/offices', { name: 'Bilbao', projectId: project.uuid });
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  await chooseFromRowMenu(page, 'Con oficinas', 'Eliminar');
  await press(page, 'Eliminar');
  await expectFailure(page, 'El proyecto tiene oficinas');
  await expect(row(page, 'Con oficinas')).toHaveCount(1);
});

test('a form stays open through Escape and a click outside, and loses nothing until it is closed', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  await form.getByLabel('Nombre').fill('A medio escribir');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(form.getByLabel('Nombre')).toHaveValue('A medio escribir');
  await press(page, 'Cerrar');
  await expect(form).toBeHidden();
  const again = await openForm(page, 'Registrar proyecto');
  await expect(again.getByLabel('Nombre')).toHaveValue('');
});

test('Enter submits a form, and a second press sends nothing twice', async ({
  browser,
  server,
}) => {
  const page = await signedIn(browser, server.url, administrator);
  let sends = 0;
  let answer = () => {};
  const pressedTwice = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // The route is set before the page loads: a running page may still send past a new route for a moment.
  await page.route('**/api/projects', async (route) => {
    if (route.request().method() === 'POST') {
      sends++;
      await pressedTwice;
    }
    await route.continue();
  });
  await page.goto('/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  await form.getByLabel('Nombre').fill('Por teclado');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  answer();
  await expectNotice(page, 'Proyecto registrado correctamente');
  await expect(row(page, 'Por teclado')).toHaveCount(1);
  expect(sends).toBe(1);
});
