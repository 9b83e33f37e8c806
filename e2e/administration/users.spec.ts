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

test('a user is registered through project, office and groups; the e-mail gets the domain and is lowercased', async ({
  browser,
  server,
  administration,
}) => {
  const project = await administration.call<{ uuid: string }>('POST', '/projects', {
    name: 'Personal',
  });
  const office = await administration.call<{ uuid: string }>('POST', '/offices', {
    name: 'León',
    projectId: project.uuid,
  });
  const place = { projectId: project.uuid, officeId: office.uuid };
  await administration.call('POST', '/groups', { name: 'Nóminas', ...place });
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  const form = await openForm(page, 'Registrar usuario');
  await press(page, 'Registrar');
  for (const text of [
    'El nombre es obligatorio',
    'El apellido es obligatorio',
    'Correo requerido',
    'Contraseña requerida',
  ]) {
    await expect(form).toContainText(text);
  }
  await form.getByLabel('Nombre').fill('Lucía');
  await form.getByLabel('Apellido').fill('Gómez');
  await form.getByLabel('Correo electrónico').fill('Lucia.GOMEZ');
  await form.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('12345');
  await choose(page, 'Proyecto', 'Personal');
  await press(page, 'Registrar');
  await expect(form).toContainText('Mínimo 6 caracteres');
  await expect(form).toContainText('Selecciona una oficina');
  await form.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('123456');
  await choose(page, 'Oficina', 'León');
  await press(page, 'Registrar');
  await expect(form).toContainText('Selecciona un grupo(s)');
  await choose(page, 'Grupos', 'Nóminas');
  await submit(page, 'Registrar', 'Usuario registrado correctamente');
  await expectColumns(page, ['Usuario', 'Correo electrónico', 'Oficinas', 'Estado de conexión']);
  await expect(row(page, 'lucia.gomez@empresa.local')).toContainText('León');
  await expect(row(page, 'lucia.gomez@empresa.local')).toContainText('Desconectado');
});

test('a taken e-mail is told at its field, and what was typed stays', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  const form = await openForm(page, 'Registrar usuario');
  await form.getByLabel('Nombre').fill('Otra');
  await form.getByLabel('Apellido').fill('Ana');
  await form.getByLabel('Correo electrónico').fill(ana.email);
  await form.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('123456');
  await press(page, 'Registrar');
  await expect(form).toContainText('El correo ya está registrado');
  await expect(form.getByLabel('Nombre')).toHaveValue('Otra');
});

test('a user is edited without a domain being appended', async ({
  browser,
  server,
  administration,
}) => {
  const user = await administration.registerUser('editable');
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await chooseFromRowMenu(page, user.email, 'Editar');
  await dialog(page).getByLabel('Correo electrónico').fill('sinarroba');
  await press(page, 'Actualizar');
  await expect(dialog(page)).toContainText('Correo inválido');
  await dialog(page).getByLabel('Correo electrónico').fill(`nuevo-${user.email}`);
  await submit(page, 'Actualizar', 'Usuario actualizado correctamente');
  await expect(row(page, `nuevo-${user.email}`)).toBeVisible();
});

test('a user is blocked, unblocked and deleted, each asked first by e-mail', async ({
  browser,
  server,
  administration,
}) => {
  const user = await administration.registerUser('vaiven');
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await chooseFromRowMenu(page, user.email, 'Bloquear/Suspender');
  await expect(dialog(page)).toContainText(user.email);
  await press(page, 'Cancelar');
  await expect(dialog(page)).toBeHidden();
  await chooseFromRowMenu(page, user.email, 'Bloquear/Suspender');
  await press(page, 'Bloquear/Suspender');
  await expect(dialog(page)).toBeHidden();
  await chooseFromRowMenu(page, user.email, 'Desbloquear');
  await press(page, 'Desbloquear');
  await expect(dialog(page)).toBeHidden();
  await chooseFromRowMenu(page, user.email, 'Eliminar');
  await expect(dialog(page)).toContainText(user.email);
  await press(page, 'Eliminar');
  await expect(row(page, user.email)).toHaveCount(0);
});

test('the search fires for an empty text or more than 3 characters, whatever the case', async ({
  browser,
  server,
  administration,
}) => {
  const [marta, pedro] = [
    await administration.registerUser('marta-busca'),
    await administration.registerUser('pedro-busca'),
  ];
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await expect(row(page, pedro.email)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/users/search')) asked.push(request.url());
  });
  const search = page.getByPlaceholder('Buscar por correo');
  await search.fill('MAR');
  await search.fill('MARTA-BUSCA');
  await expect(row(page, pedro.email)).toHaveCount(0);
  await expect(row(page, marta.email)).toBeVisible();
  expect(asked.filter((url) => /email=mar($|&)/i.test(url))).toEqual([]);
  await search.fill('');
  await expect(row(page, pedro.email)).toBeVisible();
});

test('presence shows live: En línea with a socket, Desconectado after logging out', async ({
  browser,
  server,
  administration,
}) => {
  const user = await administration.registerUser('presente');
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await expect(row(page, user.email)).toContainText('Desconectado');
  const theirs = await arrive(browser, server.url, user);
  await expect(row(page, user.email)).toContainText('En línea');
  await theirs.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(row(page, user.email)).toContainText('Desconectado');
  const again = await arrive(browser, server.url, user);
  await expect(row(page, user.email)).toContainText('En línea');
  await again.context().close();
  await expect(row(page, user.email)).toContainText('Sin conexión');
});
