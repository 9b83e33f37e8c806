import { expect } from '@playwright/test';
import {
  choose,
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
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('an office is registered in a project, renamed there and removed', async ({
  browser,
  server,
  administration,
}) => {
  await administration.call('POST', '/projects', { name: 'Obras Norte' });
  const page = await arrive(browser, server.url, administrator, '/admin/oficinas');
  const form = await openForm(page, 'Registrar oficina');
  await form.getByLabel('Nombre').fill('Gijón');
  await press(page, 'Registrar');
  await expect(form).toContainText('Selecciona un proyecto');
  await choose(page, 'Proyecto', 'Obras Norte');
  await submit(page, 'Registrar', 'Oficina registrado correctamente');
  await expectColumns(page, ['Oficina', 'Proyecto']);
  await expect(row(page, 'Gijón')).toContainText('Obras Norte');

  await chooseFromRowMenu(page, 'Gijón', 'Editar');
  await expect(dialog(page).getByRole('combobox', { name: 'Proyecto' })).toBeDisabled();
  await expect(dialog(page).getByLabel('Nombre')).toHaveValue('Gijón');
  await dialog(page).getByLabel('Nombre').fill('Oviedo');
  await submit(page, 'Actualizar', 'Oficina actualizado correctamente');

  await chooseFromRowMenu(page, 'Oviedo', 'Eliminar');
  await press(page, 'Eliminar');
  await expectNotice(page, 'Oficina eliminado correctamente.');
  await expect(row(page, 'Oviedo')).toHaveCount(0);
});

test('an office with groups is not removed, and why is told', async ({
  browser,
  server,
  administration,
}) => {
  const project = await administration.call<{ uuid: string }>('POST', '/projects', {
    name: 'Obras Sur',
  });
  const office = await administration.call<{ uuid: string }>('POST', '/offices', {
    name: 'Cádiz',
    projectId: project.uuid,
  });
  await administration.call('POST', '/groups', {
    name: 'Almacén',
    projectId: project.uuid,
    officeId: office.uuid,
  });
  const page = await arrive(browser, server.url, administrator, '/admin/oficinas');
  await chooseFromRowMenu(page, 'Cádiz', 'Eliminar');
  await press(page, 'Eliminar');
  await expectFailure(page, 'La oficina tiene grupos');
});
