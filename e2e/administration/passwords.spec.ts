import { expect } from '@playwright/test';
import { chooseFromRowMenu, dialog, expectNotice, press } from '../support/desk.ts';
import { arrive, openAccount, signIn } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test("an administrator sets a user's password, which ends their sessions at once", async ({
  browser,
  server,
  administration,
}) => {
  const user = await administration.registerUser('olvidadizo');
  const theirs = await arrive(browser, server.url, user);
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await chooseFromRowMenu(page, user.email, 'Cambiar contraseña');
  const password = dialog(page).getByRole('textbox', { name: /Contraseña/ });
  await password.fill('12345');
  await press(page, 'Actualizar');
  await expect(dialog(page)).toContainText('Mínimo 6 caracteres');
  await password.fill('nueva-secreta');
  await press(page, 'Actualizar');
  await expectNotice(page, 'Contraseña actualizada correctamente');
  await expect(theirs.getByRole('button', { name: 'Log In' })).toBeVisible();
  await signIn(theirs, { email: user.email, password: 'nueva-secreta' });
});

test('everybody changes their own password with the current one, and stays signed in here', async ({
  browser,
  server,
  administration,
}) => {
  const user = await administration.registerUser('prudente');
  const elsewhere = await arrive(browser, server.url, user);
  const page = await arrive(browser, server.url, user);
  await openAccount(page, user);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  const current = dialog(page).getByRole('textbox', { name: 'Contraseña actual' });
  await current.fill('no es esta');
  await dialog(page).getByRole('textbox', { name: 'Contraseña nueva' }).fill('otra-secreta');
  await press(page, 'Actualizar');
  await expect(dialog(page)).toContainText('La contraseña actual no es correcta');
  await current.fill(user.password);
  await press(page, 'Actualizar');
  await expectNotice(page, 'Contraseña actualizada correctamente');
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();
  await expect(elsewhere.getByRole('button', { name: 'Log In' })).toBeVisible();
});
