import { expect, type Page } from '@playwright/test';
import { barriers, noBarriers } from './support/barriers.ts';
import { dialog, expectFailure, openForm, press, row } from './support/desk.ts';
import { arrive, signIn } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const linkIn = (page: Page) => dialog(page).getByRole('textbox', { name: 'Enlace' }).inputValue();

/** The page of the link, at the address where this test's browser reaches the server. */
const pathOf = (link: string) => {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
};

const INVALID = 'La invitación no es válida o ha caducado. Pide otra.';

async function choosePassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill(password);
  await page.getByRole('textbox', { name: 'Repite la contraseña' }).fill(again);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
}

test('a registered person gets a link instead of a password, chooses one, and signs in with it', async ({
  browser,
  server,
}) => {
  const desk = await arrive(browser, server.url, administrator, '/admin/users');
  await openForm(desk, 'Registrar usuario');
  await dialog(desk).getByRole('textbox', { name: 'Nombre' }).fill('Irene');
  await dialog(desk).getByRole('textbox', { name: 'Apellido' }).fill('Invitada');
  const email = `irene-${Date.now()}@empresa.local`;
  await dialog(desk).getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await dialog(desk)
    .getByRole('switch', { name: 'Enviar invitación en lugar de contraseña' })
    .check();
  await expect(dialog(desk).getByRole('textbox', { name: 'Contraseña' })).toHaveCount(0);
  await press(desk, 'Registrar');
  await expect(dialog(desk)).toContainText(email);
  await expect(dialog(desk)).toContainText(/Sirve una vez, hasta .* a las \d\d:\d\d/);
  const link = await linkIn(desk);
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(desk, 'Copiar enlace');
  expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await press(desk, 'Listo');
  await expect(row(desk, email)).toBeVisible();

  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  const seen: string[] = [];
  page.on('request', (request) => {
    seen.push(request.url(), request.headers().referer ?? '');
  });
  await page.goto(pathOf(link));
  await expect(page.getByRole('heading', { name: 'Crea tu contraseña' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await noBarriers(page);

  await choosePassword(page, 'clave-de-irene', 'clave-de-irena');
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible();
  await choosePassword(page, '12345');
  await expect(page.getByRole('textbox', { name: 'Contraseña nueva' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('Mínimo 6 caracteres');
  await expect(page.getByRole('textbox', { name: 'Contraseña nueva' })).toHaveValue('12345');
  await choosePassword(page, 'clave-de-irene');

  await expect(page.getByText('Tu contraseña está lista. Entra con ella.')).toBeVisible();
  await expect(page.getByPlaceholder('Correo electrónico')).toHaveValue(email);
  await signIn(page, { email, password: 'clave-de-irene' });
  const token = new URL(link).hash.slice(1);
  expect(token.length).toBeGreaterThan(20);
  expect(seen.filter((address) => address.includes(token))).toEqual([]);
});

test('whoever is signed in is sent home by a link, which stays good; used up, the link says so', async ({
  browser,
  server,
  administration,
}) => {
  const person = await administration.registerUser('dentro');
  const { url } = await administration.call<{ url: string }>(
    'POST',
    `/users/${person.uuid}/invitation`,
    {},
  );
  const inside = await arrive(browser, server.url, administrator);
  await inside.goto(pathOf(url));
  await expect(inside).toHaveURL(/\/admin\/users$/);

  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto(pathOf(url));
  await choosePassword(page, 'otra-clave');
  await expect(page.getByPlaceholder('Correo electrónico')).toHaveValue(person.email);

  await page.goto(pathOf(url));
  await choosePassword(page, 'tercera-clave');
  await expectFailure(page, INVALID);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ir a iniciar sesión' }).click();
  await signIn(page, { email: person.email, password: 'otra-clave' });
});

test('a link without its end says that it is incomplete, and a whole one in the same tab is taken', async ({
  browser,
  server,
  administration,
}) => {
  const person = await administration.registerUser('cortado');
  const path = `/users/${person.uuid}/invitation`;
  const { url } = await administration.call<{ url: string }>('POST', path, {});
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto('/invitation');
  await expectFailure(page, 'El enlace está incompleto');
  // As pasted into the address bar: the page is not loaded anew.
  await page.evaluate((hash) => window.location.assign(hash), new URL(url).hash);
  await choosePassword(page, 'clave-entera');
  await expect(page.getByPlaceholder('Correo electrónico')).toHaveValue(person.email);
});
