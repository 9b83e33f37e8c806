import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { dialog, expectNotice, press } from './support/desk.ts';
import { arrive, openAccount } from './support/people.ts';
import { test } from './support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const sessionsOn = (page: Page) => section(page, 'Sesiones').getByRole('listitem');

const sections = [
  'Sesiones',
  'Contraseña',
  'Verificación en dos pasos',
  'Notificaciones',
  'Apariencia',
  'Aviso de privacidad',
  'Descargar mis datos',
];

const keepsFocus = (page: Page) =>
  expect(section(page, 'Sesiones').locator('button:focus')).toHaveCount(1);

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
    // Its button is gone.
    await keepsFocus(page);
  });

  await test.step('all others, which read why where they sign in again', async () => {
    await section(page, 'Sesiones').getByRole('button', { name: 'Cerrar las demás' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Las otras 2 sesiones terminarán enseguida.');
    await press(page, 'Cerrar sesiones');
    await expectNotice(page, 'Las demás sesiones se han cerrado');
    await expect(sessions).toHaveCount(1);
    await keepsFocus(page);
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

test('the account has all that a person decides; the theme is chosen there too, and kept', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana);
  await openAccount(page, ana);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(sections);
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
