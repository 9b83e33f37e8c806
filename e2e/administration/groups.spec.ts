import { expect } from '@playwright/test';
import {
  choose,
  chooseFromRowMenu,
  dialog,
  expectColumns,
  openForm,
  press,
  row,
  submit,
} from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a group is registered in an office; changing the project clears the office', async ({
  browser,
  server,
  administration,
}) => {
  for (const [projectName, office] of [
    ['Grupo Uno', 'Vigo'],
    ['Grupo Dos', 'Lugo'],
  ]) {
    const project = await administration.call<{ uuid: string }>('POST', '/projects', {
      name: projectName,
    });
    await administration.call('POST', '/offices', { name: office, projectId: project.uuid });
  }
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  const form = await openForm(page, 'Registrar grupo');
  await form.getByLabel('Nombre').fill('Compras');
  await press(page, 'Registrar');
  await expect(form).toContainText('Selecciona un proyecto');
  await choose(page, 'Proyecto', 'Grupo Uno');
  await choose(page, 'Oficina', 'Vigo');
  await choose(page, 'Proyecto', 'Grupo Dos');
  await press(page, 'Registrar');
  await expect(form).toContainText('Selecciona una oficina');
  await choose(page, 'Oficina', 'Lugo');
  await submit(page, 'Registrar', 'Grupo registrado correctamente.');
  await expectColumns(page, ['Proyecto', 'Oficina', 'Grupo', 'Descripción', 'Participantes']);
  await expect(row(page, 'Compras')).toContainText('Lugo');
});

test("'Registrar sin oficina' needs neither project nor office", async ({ browser, server }) => {
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  const form = await openForm(page, 'Registrar grupo');
  await form.getByLabel('Nombre').fill('Sin sede');
  await form.getByRole('switch', { name: 'Registrar sin oficina' }).click();
  await submit(page, 'Registrar', 'Grupo registrado correctamente.');
  await expect(row(page, 'Sin sede')).toHaveCount(1);
});

test('GENERAL has no menu; another group is renamed and removed with its chats', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('pasajero');
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await expect(row(page, 'GENERAL')).toBeVisible();
  await expect(row(page, 'GENERAL').getByRole('button', { name: 'Opciones' })).toHaveCount(0);
  await chooseFromRowMenu(page, group.name, 'Editar');
  await expect(dialog(page).getByLabel('Nombre')).toHaveValue(group.name);
  await dialog(page).getByLabel('Nombre').fill(`${group.name} dos`);
  await submit(page, 'Actualizar', 'Grupo actualizado correctamente.');
  await chooseFromRowMenu(page, `${group.name} dos`, 'Eliminar');
  await expect(dialog(page)).toContainText(`${group.name} dos`);
  await press(page, 'Eliminar');
  await expect(row(page, `${group.name} dos`)).toHaveCount(0);
});

test('a group, GENERAL too, gets days of its own, a fraction with a comma, and follows the company again', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('de obra');
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  const open = (name: string) =>
    row(page, name).getByRole('button', { name: 'Conservación de mensajes' }).click();
  for (const name of [group.name, 'GENERAL']) {
    await open(name);
    await dialog(page).getByRole('switch', { name: 'Como en el resto de la empresa' }).click();
    await dialog(page).getByLabel('Días').fill('0');
    await press(page, 'Guardar');
    await expect(dialog(page)).toContainText('mayor que 0');
    await dialog(page).getByLabel('Días').fill('30,5');
    await submit(page, 'Guardar', 'Plazo de conservación guardado.');
    await expect(row(page, name)).toContainText('30,5 días');
  }
  await open('GENERAL');
  await expect(dialog(page).getByLabel('Días')).toHaveValue('30,5');
  await dialog(page).getByRole('switch', { name: 'Como en el resto de la empresa' }).click();
  await submit(page, 'Guardar', 'Plazo de conservación guardado.');
  await expect(row(page, 'GENERAL')).not.toContainText('30,5');
});

test('participants are added and removed; who is in already is not offered, nor the system address', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('equipo');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno');
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await row(page, group.name)
    .getByRole('button', { name: /Participantes/ })
    .click();
  await expect(dialog(page)).toContainText(ana.email);
  await expect(dialog(page)).not.toContainText('grupo@empresa.local');
  await press(page, 'Agregar usuario');
  await expect(page.getByRole('option', { name: bruno.email })).toBeVisible();
  await expect(page.getByRole('option', { name: ana.email })).toHaveCount(0);
  await choose(page, 'Usuarios', bruno.email);
  await press(page, 'Agregar');
  await expect(page.getByRole('button', { name: `Quitar a ${bruno.email}` })).toBeVisible();
  await page.getByRole('button', { name: `Quitar a ${ana.email}` }).click();
  await expect(dialog(page)).toContainText('Confirmar eliminación');
  await dialog(page).getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(page.getByRole('button', { name: `Quitar a ${ana.email}` })).toHaveCount(0);
});

test('a group registered by somebody else appears without reloading', async ({
  browser,
  server,
  administration,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await expect(row(page, 'GENERAL')).toBeVisible();
  const group = await administration.registerGroup('de repente');
  await expect(row(page, group.name)).toBeVisible();
});

test('the participants of a group that another administrator deletes are shown no longer', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('fugaz');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await row(page, group.name).getByRole('button', { name: 'Participantes' }).click();
  await expect(dialog(page).getByText(ana.email)).toBeVisible();
  await administration.call('DELETE', `/groups/${group.uuid}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, group.name)).toHaveCount(0);
});
