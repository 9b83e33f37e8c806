import { expect } from '@playwright/test';
import { choose, chooseFromRowMenu, expectNotice, press, row } from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a user is given a group to manage and becomes a group manager at once; without it they are a user again', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('gestionado');
  const user = await administration.registerUser('gestora');
  const hers = await arrive(browser, server.url, user);
  const page = await arrive(browser, server.url, administrator, '/admin/group-permissions');

  await chooseFromRowMenu(page, user.email, 'Asignar grupo');
  await choose(page, 'Selecciona grupos', group.name);
  await press(page, 'Asignar');
  await expectNotice(page, 'Los grupos fueron asignados correctamente al usuario para su gestión');
  await hers.goto('/admin/groups');
  await expect(row(hers, group.name)).toBeVisible();
  await expect(row(hers, 'GENERAL')).toHaveCount(0);
  await expect(hers.getByRole('button', { name: 'Registrar grupo' })).toHaveCount(0);

  await chooseFromRowMenu(page, user.email, 'Asignar grupo');
  const remove = page.getByRole('button', { name: `Quitar grupo ${group.name}` });
  await expect(remove).toBeInViewport({ ratio: 0.9 });
  await remove.click();
  await press(page, 'Quitar grupo');
  await expectNotice(page, 'El grupo fue quitado correctamente del usuario');
  await hers.goto('/admin/groups');
  await expect(hers).toHaveURL(/\/groups\/[0-9a-f-]{36}$/);
  await expect(hers.getByRole('navigation').getByText('Mis grupos')).toBeVisible();
  await expect(hers.getByRole('link', { name: 'Grupos', exact: true })).toHaveCount(0);
});
