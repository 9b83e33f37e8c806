import { expect } from '@playwright/test';
import {
  chooseFromRowMenu,
  dialog,
  expectNotice,
  openForm,
  press,
  row,
  submit,
} from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a project is registered, renamed and removed on a running server', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  await form.getByLabel('Nombre').fill('  Torre Este  ');
  await submit(page, 'Registrar', 'Proyecto registrado correctamente');
  await chooseFromRowMenu(page, 'Torre Este', 'Editar');
  await dialog(page).getByLabel('Nombre').fill('Torre Oeste');
  await submit(page, 'Actualizar', 'Proyecto actualizado correctamente');
  await chooseFromRowMenu(page, 'Torre Oeste', 'Eliminar');
  await press(page, 'Eliminar');
  await expectNotice(page, 'Proyecto eliminado correctamente.');
  await expect(row(page, 'Torre Oeste')).toHaveCount(0);
});
