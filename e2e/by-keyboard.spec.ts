import { expect, type Page } from '@playwright/test';
import { administrationOf, callsOf } from './support/administration.ts';
import { codeOf, secretOn, setUpTwoSteps } from './support/authenticator.ts';
import { dialog, expectNotice, row } from './support/desk.ts';
import {
  arrowTo,
  button,
  chooseByKeys,
  expectKept,
  leaveByKeys,
  pressByKey,
  tabTo,
  typeInto,
  walkDialog,
} from './support/keyboard.ts';
import { dialogs } from './support/look-at.ts';
import { arrive, openAccount } from './support/people.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const textbox = (page: Page, name: string) => dialog(page).getByRole('textbox', { name });

const SECRET = 'una-clave-larga';

/** From the link of an invitation to the first page. */
async function comeIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await typeInto(page, page.getByLabel('Contraseña nueva', { exact: true }), SECRET);
  await typeInto(page, page.getByLabel('Repite la contraseña', { exact: true }), SECRET);
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByPlaceholder('Contraseña'), SECRET);
  await page.keyboard.press('Enter');
  await pressByKey(page, button(page, 'He leído el aviso'));
  await expect(page.getByRole('banner')).toBeVisible();
}

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  const opener = button(page, 'Cambiar contraseña');
  await walkDialog(page, opener, 'by its button alone');
  await page.keyboard.press('Enter');
  await expect(textbox(page, 'Contraseña actual')).toBeFocused();
  await page.keyboard.type('no es esta');
  await typeInto(page, textbox(page, 'Contraseña nueva'), to);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('La contraseña actual no es correcta');
  await expect(textbox(page, 'Contraseña actual')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(from);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Contraseña actualizada correctamente');
  await expect(opener).toBeFocused();
}

/** Sets up the second step, and is asked before the codes are left. Gives the secret. */
async function walkTwoSteps(page: Page): Promise<string> {
  const steps = section(page, 'Verificación en dos pasos');
  await walkDialog(page, button(steps, 'Configurar'), 'by its button alone');
  await page.keyboard.press('Enter');
  await pressByKey(page, button(dialog(page), 'Empezar'));
  const secret = await secretOn(page);
  await expectKept(page);
  await typeInto(page, textbox(page, 'Código de verificación'), codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('está activada')).toBeFocused();
  await expectKept(page);
  await walkDialog(page, button(dialog(page), 'Terminar'), 'by Escape');
  await page.keyboard.press('Enter');
  await pressByKey(page, button(dialog(page), 'Ya los tengo'));
  await expect(dialogs(page)).toHaveCount(0);
  await walkDialog(page, button(steps, 'Configurar de nuevo'), 'by its button alone');
  await walkDialog(page, button(steps, 'Desactivar'), 'by its button alone');
  return secret;
}

test('from an invitation to the account every dialog goes by keys alone', async ({ browser }) => {
  // A notice concerns everybody, its author first.
  const server = await startServer();
  const { call, registerUser } = await administrationOf(server.url);
  const { uuid, email } = await registerUser('ana');
  const { url } = await call<{ url: string }>('POST', `/users/${uuid}/invitation`, {});
  await call('PUT', '/notice', { text: 'Este chat es del trabajo.' });
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await comeIn(page, url);
  await callsOf(server.url, { email, password: SECRET });
  await pressByKey(page, page.getByRole('banner').getByRole('button', { name: email }));
  await arrowTo(page, page.getByRole('menuitem', { name: 'Mi cuenta' }));
  await page.keyboard.press('Enter');

  const sessions = section(page, 'Sesiones');
  await walkDialog(
    page,
    sessions.getByRole('button', { name: /^Cerrar la sesión de/ }).last(),
    'by Escape',
  );
  await walkDialog(page, button(sessions, 'Cerrar las demás sesiones'), 'by Escape');
  await changePassword(page, SECRET, `${SECRET}-2`);
  await walkDialog(page, button(page, 'Leer el aviso'), 'by Escape');
  await server.remove();
});

test('a second step is set up, asked for at the sign-in, and turned off by keys alone', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana);
  await openAccount(page, ana);
  const secret = await walkTwoSteps(page);
  await pressByKey(page, button(page, 'Cerrar sesión'));
  await typeInto(page, page.getByPlaceholder('Correo electrónico'), ana.email);
  await typeInto(page, page.getByPlaceholder('Contraseña'), ana.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Código de verificación' })).toBeFocused();
  await pressByKey(page, button(page, 'Usar un código de recuperación'));
  await expect(page.getByRole('textbox', { name: 'Código de recuperación' })).toBeFocused();
  await pressByKey(page, button(page, 'Usar un código de la aplicación'));
  await page.keyboard.type(codeOf(secret, { next: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toBeVisible();

  await openAccount(page, ana);
  const steps = section(page, 'Verificación en dos pasos');
  await pressByKey(page, button(steps, 'Desactivar'));
  await expect(textbox(page, 'Contraseña')).toBeFocused();
  await page.keyboard.type(ana.password);
  await page.keyboard.press('Enter');
  await expect(steps).toContainText('Desactivada');
  // The button that opened the dialog is gone.
  await expect(button(steps, 'Configurar')).toBeFocused();
});

test('an administrator imports and invites by keys alone, kept inside the dialogs', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await walkDialog(page, button(page, 'Importar usuarios'), 'by its button alone');
  const options = row(page, ana.email).getByRole('button', { name: 'Opciones' });
  await chooseByKeys(page, options, 'Invitar');
  await expect(dialog(page)).toContainText('Se creará un enlace');
  await leaveByKeys(page, 'by its button alone');
  await expect(options).toBeFocused();
  await chooseByKeys(page, options, 'Invitar');
  await pressByKey(page, button(dialog(page), 'Crear enlace'));
  await expect(dialog(page)).toContainText(`Envíaselo a ${ana.email}`);
  await leaveByKeys(page, 'by its button alone');
  await expect(options).toBeFocused();

  const register = button(page, 'Registrar usuario');
  await walkDialog(page, register, 'by its button alone');
  await page.keyboard.press('Enter');
  await expect(textbox(page, 'Nombre')).toBeFocused();
  await page.keyboard.type('Irene');
  await typeInto(page, textbox(page, 'Apellido'), 'Invitada');
  await tabTo(page, dialog(page).getByRole('switch'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  await expect(textbox(page, 'Correo electrónico')).toBeFocused();
  await page.keyboard.type(`irene-${crypto.randomUUID()}`);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Envíaselo a irene-');
  await leaveByKeys(page, 'by its button alone');
  await expect(register).toBeFocused();
});

test('what somebody proves who they are with is taken away by keys alone', async ({ browser }) => {
  const server = await startServer({
    OIDC_ISSUER: 'https://localhost:1',
    OIDC_CLIENT_ID: 'chat',
    OIDC_CLIENT_SECRET: 'un-secreto-de-pruebas',
  });
  const { registerUser } = await administrationOf(server.url);
  const { email, password } = await registerUser('ana');
  await setUpTwoSteps(await callsOf(server.url, { email, password }));
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  const options = row(page, email).getByRole('button', { name: 'Opciones' });
  const own = textbox(page, 'Tu contraseña');
  for (const entry of ['Olvidar cuenta de empresa', 'Quitar verificación en dos pasos']) {
    await chooseByKeys(page, options, entry);
    await expect(own).toBeFocused();
    await leaveByKeys(page, 'by its button alone');
    await expect(options).toBeFocused();
  }
  await chooseByKeys(page, options, 'Quitar verificación en dos pasos');
  await expect(own).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await expect(own).toBeFocused();
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Verificación en dos pasos quitada');
  await expect(options).toBeFocused();
  await server.remove();
});
