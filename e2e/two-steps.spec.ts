import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { codeOf, secretOn, setUpOn, setUpTwoSteps } from './support/authenticator.ts';
import { barriers, noBarriers } from './support/barriers.ts';
import { dialog, expectNotice, press } from './support/desk.ts';
import { arrive, openAccount } from './support/people.ts';
import { test } from './support/test.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Verificación en dos pasos' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Código de verificación' });

test('two steps are set up with the keyboard alone, and the codes are not left unkept unasked', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const elsewhere = await arrive(browser, server.url, ana);
  const page = await arrive(browser, server.url, ana);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAccount(page, ana);
  await expect(steps(page)).toContainText('Desactivada');
  await steps(page).getByRole('button', { name: 'Configurar' }).focus();
  await page.keyboard.press('Enter');
  const begin = dialog(page).getByRole('button', { name: 'Empezar' });
  await expect(begin).toBeVisible();
  await begin.focus();
  await page.keyboard.press('Enter');
  const secret = await secretOn(page);
  await expect(dialog(page).getByRole('heading', { name: /Escanea/ })).toBeFocused();
  await press(page, 'Copiar la clave');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

  await codeField(page).focus();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Código incorrecto');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  const list = dialog(page).getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(elsewhere.getByRole('button', { name: 'Log In' })).toBeVisible();

  const question = page.getByRole('dialog', { name: '¿Salir sin guardar los códigos?' });
  const leaving = [() => press(page, 'Terminar'), () => press(page, 'Cerrar'), () => page.goBack()];
  for (const leave of leaving) {
    await leave();
    await expect(question).toBeVisible();
    await press(page, 'Volver a los códigos');
    await expect(question).toBeHidden();
    await expect(list).toBeVisible();
  }
  const codes = await list.getByRole('listitem').allInnerTexts();
  await press(page, 'Copiar');
  await expectNotice(page, 'Códigos copiados');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  await press(page, 'Terminar');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(steps(page)).toContainText('Activada');
  await expect(steps(page)).toContainText('Te quedan 10 códigos de recuperación.');
});

test('the codes alone are printed, and say whose they are', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana, '/account');
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await steps(page).getByRole('button', { name: 'Configurar' }).click();
  const { codes } = await setUpOn(page);
  await press(page, 'Imprimir');
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(dialog(page).getByRole('list')).toBeVisible();
  await expect(dialog(page)).toContainText(ana.email);
  for (const code of codes) await expect(dialog(page)).toContainText(code);
  for (const name of ['Imprimir', 'Copiar', 'Terminar', 'Cerrar'])
    await expect(dialog(page).getByRole('button', { name, exact: true })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await press(page, 'Terminar');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a sign-in asks for a code after the password, of the application or a recovery code', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const desk = await arrive(browser, server.url, ana, '/account');
  await steps(desk).getByRole('button', { name: 'Configurar' }).click();
  const { secret, codes } = await setUpOn(desk);
  const submit = (page: Page) => page.getByRole('button', { name: 'Log In' }).click();
  const begin = async () => {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.goto('/auth/login');
    await page.getByPlaceholder('Correo electrónico').fill(ana.email);
    await page.getByPlaceholder('Contraseña').fill(ana.password);
    await submit(page);
    await expect(codeField(page)).toBeFocused();
    await expect(page.getByRole('alert')).toBeEmpty();
    return page;
  };
  const arrives = (page: Page) =>
    expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();

  const page = await begin();
  await noBarriers(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText('Código incorrecto');
  await expect(codeField(page)).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await codeField(page).fill(codeOf(secret, { next: true }));
  await page.keyboard.press('Enter');
  await arrives(page);

  const second = await begin();
  await second.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  const recovery = second.getByRole('textbox', { name: 'Código de recuperación' });
  await expect(recovery).toBeFocused();
  await recovery.fill((codes[0] ?? '').toUpperCase().replaceAll('-', ' '));
  await submit(second);
  await arrives(second);
  await openAccount(second, ana);
  await expect(steps(second)).toContainText('Te quedan 9 códigos de recuperación.');

  await test.step('and none once it is off', async () => {
    await steps(second).getByRole('button', { name: 'Desactivar' }).click();
    await press(second, 'Desactivar');
    await expect(dialog(second)).toContainText('Escribe tu contraseña');
    await dialog(second).getByRole('textbox', { name: 'Contraseña' }).fill(ana.password);
    await press(second, 'Desactivar');
    await expectNotice(second, 'Verificación en dos pasos desactivada');
    await expect(steps(second)).toContainText('Desactivada');
    await arrives(await arrive(browser, server.url, ana));
  });
});

test('whose second step an administrator removed reads so once', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  await setUpTwoSteps(await callsOf(server.url, ana));
  await administration.call('DELETE', `/users/${ana.uuid}/totp`, {
    currentPassword: 'elena-secreta',
  });
  const page = await arrive(browser, server.url, ana);
  const notice = page.getByText('elena@empresa.local quitó tu verificación en dos pasos');
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await openAccount(page, ana);
  await expect(notice).toBeHidden();
});
