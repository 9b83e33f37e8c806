import { expect, type Locator, type Page } from '@playwright/test';
import { administrationOf, callsOf } from './support/administration.ts';
import { codeOf, secretOn } from './support/authenticator.ts';
import { dialog, expectNotice, press, row } from './support/desk.ts';
import { dialogs } from './support/look-at.ts';
import { arrive, openAccount } from './support/people.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const sessionsOn = (page: Page) => section(page, 'Sesiones').getByRole('listitem');

const expectPutOut = (page: Page) =>
  expect(page.getByRole('main')).toContainText('Has cerrado esta sesión desde otro dispositivo.');

test('everybody sees where they are signed in, and ends it, with the keyboard alone', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  // A program, whose device has no name.
  await callsOf(server.url, ana);
  const other = await arrive(browser, server.url, ana);
  const third = await arrive(browser, server.url, ana);
  const page = await arrive(browser, server.url, ana);
  await openAccount(page, ana);

  const sessions = sessionsOn(page);
  await expect(sessions).toHaveCount(4);
  await expect(sessions.filter({ hasText: 'Esta sesión' })).toHaveCount(1);
  const unknown = sessions.filter({ hasText: 'Dispositivo desconocido' });
  await expect(unknown).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'Chrome' })).toHaveCount(3);
  await expect(unknown).toContainText(/127\.0\.0\.1.*Último uso:.*Inicio:/s);

  await test.step('one, after a question', async () => {
    await unknown.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('La sesión de Dispositivo desconocido terminará');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(unknown.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    const confirm = dialog(page).getByRole('button', { name: 'Cerrar sesión' });
    await confirm.focus();
    await page.keyboard.press('Enter');
    await expectNotice(page, 'Sesión cerrada correctamente');
    await expect(sessions).toHaveCount(3);
  });

  await test.step('all others, which read why where they sign in again', async () => {
    await section(page, 'Sesiones').getByRole('button', { name: 'Cerrar las demás' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Las otras 2 sesiones terminarán enseguida.');
    await press(page, 'Cerrar sesiones');
    await expectNotice(page, 'Las demás sesiones se han cerrado');
    await expect(sessions).toHaveCount(1);
    for (const ended of [other, third]) await expectPutOut(ended);
    await expect(page.getByRole('button', { name: 'Cerrar las demás' })).toHaveCount(0);
  });

  await test.step('this one, as a logout does', async () => {
    await sessions.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Saldrás de tu cuenta en este navegador.');
    await press(page, 'Cerrar sesión');
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  });
});

test('the account says what is wrong while the server is away, and tries again', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana);
  const fail = { status: 500, json: { message: 'No', errors: {}, statusCode: 500 } };
  for (const part of ['sessions', 'totp'])
    await page.route(`**/api/users/me/${part}`, (route) => route.fulfill(fail));
  await openAccount(page, ana);
  await expect(section(page, 'Sesiones')).toContainText('No se pudieron cargar tus sesiones');
  const steps = section(page, 'Verificación en dos pasos');
  await expect(steps).toContainText('No se pudo cargar el estado');
  await page.unrouteAll();
  for (const part of [section(page, 'Sesiones'), steps])
    await part.getByRole('button', { name: 'Reintentar' }).click();
  await expect(sessionsOn(page)).toHaveCount(1);
  await expect(steps).toContainText('Desactivada');
});

test('the theme is chosen in the account too, and kept', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana);
  await openAccount(page, ana);
  const look = section(page, 'Apariencia');
  await expect(look.getByRole('radio', { name: 'Oscuro' })).toBeChecked();
  await look.getByRole('radio', { name: 'Oscuro' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(look.getByRole('radio', { name: 'Claro' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(look.getByRole('radio', { name: 'Claro' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement);
const keepsFocus = (target: Locator) =>
  target.evaluate((one) => one !== document.activeElement && one.contains(document.activeElement));

/** Tab by Tab, as somebody without a mouse gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 60 && !(await hasFocus(target)); step += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** A menu that opens takes the focus a moment later. */
async function arrowTo(page: Page, item: Locator): Promise<void> {
  await expect(async () => {
    if (!(await hasFocus(item))) await page.keyboard.press('ArrowDown');
    expect(await hasFocus(item)).toBe(true);
  }).toPass();
}

async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

/** Tab leads through the open dialog and never out of it, in both directions. */
async function expectKept(page: Page): Promise<void> {
  const open = dialog(page);
  // The dialog takes the keyboard once it has opened.
  await expect.poll(() => open.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  const controls = await open.locator('button, input, a[href]').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < controls + 2; step += 1) {
      await page.keyboard.press(key);
      // Past the last control the dialog takes the keyboard to the first one.
      await expect.poll(() => keepsFocus(open), `${key} ${step}`).toBe(true);
    }
  }
}

type Leaving = 'by Escape' | 'by its button alone';

/** Opens a dialog, looks where the keyboard gets to in it, and leaves it; the keyboard is back where it was. */
async function walkDialog(page: Page, opener: Locator, leaving: Leaving): Promise<void> {
  const before = await dialogs(page).count();
  await pressByKey(page, opener);
  await expect(dialogs(page)).toHaveCount(before + 1);
  await expectKept(page);
  await page.keyboard.press('Escape');
  if (leaving === 'by its button alone') {
    await expect(dialogs(page)).toHaveCount(before + 1);
    await pressByKey(page, button(dialog(page), 'Cerrar'));
  }
  await expect(dialogs(page)).toHaveCount(before);
  await expect(opener).toBeFocused();
}

const SECRET = 'una-clave-larga';

/** From the link of an invitation to the first page. */
async function comeIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await tabTo(page, page.getByLabel('Contraseña nueva', { exact: true }));
  await page.keyboard.type(SECRET);
  await tabTo(page, page.getByLabel('Repite la contraseña', { exact: true }));
  await page.keyboard.type(SECRET);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByPlaceholder('Contraseña'));
  await page.keyboard.type(SECRET);
  await page.keyboard.press('Enter');
  await pressByKey(page, button(page, 'He leído el aviso'));
  await expect(page.getByRole('banner')).toBeVisible();
}

/** Sets up the second step, and is asked before the codes are left. Gives the secret. */
async function walkTwoSteps(page: Page): Promise<string> {
  const steps = section(page, 'Verificación en dos pasos');
  await walkDialog(page, button(steps, 'Configurar'), 'by its button alone');
  await page.keyboard.press('Enter');
  await pressByKey(page, button(dialog(page), 'Empezar'));
  const secret = await secretOn(page);
  await expectKept(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Código de verificación' }));
  await page.keyboard.type(codeOf(secret));
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
  await walkDialog(page, button(page, 'Cambiar contraseña'), 'by its button alone');
  await walkDialog(page, button(page, 'Leer el aviso'), 'by Escape');
  await server.remove();
});

test('a second step is set up, and asked for at the sign-in, by keys alone', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana);
  await openAccount(page, ana);
  const secret = await walkTwoSteps(page);
  await pressByKey(page, button(page, 'Cerrar sesión'));
  await tabTo(page, page.getByPlaceholder('Correo electrónico'));
  await page.keyboard.type(ana.email);
  await tabTo(page, page.getByPlaceholder('Contraseña'));
  await page.keyboard.type(ana.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Código de verificación' })).toBeFocused();
  await page.keyboard.type(codeOf(secret, { next: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toBeVisible();
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
  const openInvitation = async () => {
    await options.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Invitar' }).waitFor();
    await page.keyboard.type('Inv');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Se creará un enlace');
    await expectKept(page);
  };
  await openInvitation();
  await pressByKey(page, button(dialog(page), 'Cerrar'));
  await expect(dialogs(page)).toHaveCount(0);
  await expect(options).toBeFocused();
  await openInvitation();
  await pressByKey(page, button(dialog(page), 'Crear enlace'));
  await expect(dialog(page)).toContainText(`Envíaselo a ${ana.email}`);
  await expectKept(page);
  await pressByKey(page, button(dialog(page), 'Cerrar'));
  await expect(dialogs(page)).toHaveCount(0);
  await expect(options).toBeFocused();
});
