import { expect, type Page } from '@playwright/test';
import { administrationOf, type Group } from './support/administration.ts';
import { choose, dialog, expectNotice, openForm, press, row, submit } from './support/desk.ts';
import { arrive, message, write } from './support/people.ts';
import { administrator, type RunningServer, startServer } from './support/server.ts';
import { test } from './support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Primeros pasos' });
const done = (page: Page, step: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ hasText: `Hecho: ${step}` });

let company: RunningServer;

// The first start makes the database.
test.beforeAll(async () => {
  test.setTimeout(120_000);
  company = await startServer({ DEVICE_APPROVAL: 'users' });
});

test.afterAll(() => company.remove());

test('the first steps stay hidden for whoever hid them, and the product’s buttons keep their names for themselves', async ({
  browser,
}) => {
  const page = await arrive(browser, company.url, administrator);
  await openForm(page, 'Registrar usuario');
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await card(page).getByRole('button', { name: 'Ocultar los primeros pasos' }).click();
  await expect(card(page)).toBeHidden();
  for (const [path, name] of [
    ['projects', 'Registrar proyecto'],
    ['oficinas', 'Registrar oficina'],
    ['groups', 'Registrar grupo'],
  ] as const) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('button', { name })).toBeVisible();
    await expect(card(page)).toBeHidden();
  }
});

test('an empty company leads its administrator from the first project to the people who chat', async ({
  browser,
}) => {
  const page = await arrive(browser, company.url, administrator);
  await expect(page.getByText('Todavía no hay nadie más')).toBeVisible();
  await expect(card(page)).toContainText('0 de 6');

  await page.goto('/admin/oficinas');
  await page.getByRole('link', { name: 'Primero registra un proyecto' }).click();
  await page.getByRole('button', { name: 'Crear el primero' }).click();
  await dialog(page).getByLabel('Nombre').fill('Reforma');
  await submit(page, 'Registrar', 'Proyecto registrado correctamente');
  await expect(done(page, 'Crea un proyecto')).toBeVisible();

  await card(page).getByRole('link', { name: 'Añade una oficina' }).click();
  await page.getByRole('button', { name: 'Crear la primera' }).click();
  await choose(page, 'Proyecto', 'Reforma');
  await dialog(page).getByLabel('Nombre').fill('Central');
  await submit(page, 'Registrar', 'Oficina registrado correctamente');

  await card(page).getByRole('link', { name: 'Forma un grupo' }).click();
  await page.getByRole('button', { name: 'Formar el primer grupo' }).click();
  await dialog(page).getByLabel('Nombre').fill('Ventas');
  await dialog(page).getByRole('switch', { name: 'Registrar sin oficina' }).click();
  await submit(page, 'Registrar', 'Grupo registrado correctamente.');
  await expect(card(page)).toContainText('3 de 6');

  // A colleague does the rest; the card follows without a reload.
  const colleague = await administrationOf(company.url);
  const ana = await colleague.registerUser('ana');
  await expect(done(page, 'Da de alta a las personas')).toBeVisible();
  await card(page).getByRole('link', { name: 'Publica el aviso de privacidad' }).click();
  await page.getByRole('button', { name: 'Escribir el aviso' }).first().click();
  await press(page, 'Publicar');
  await page.getByRole('button', { name: 'He leído el aviso' }).click();
  await expect(done(page, 'Publica el aviso de privacidad')).toBeVisible();
  await page.getByRole('link', { name: 'Autorizar acceso' }).click();
  const anas = await (await browser.newContext({ baseURL: company.url })).newPage();
  await anas.goto('/auth/login');
  await anas.getByPlaceholder('Correo electrónico').fill(ana.email);
  await anas.getByPlaceholder('Contraseña').fill(ana.password);
  await anas.getByRole('button', { name: 'Log In' }).click();
  await expect(row(page, ana.email)).toBeVisible();
  await expect(card(page)).toContainText('5 de 6');
  await row(page, ana.email).getByRole('button', { name: 'Autorizar' }).click();
  await press(page, 'Confirmar');
  await expectNotice(page, 'Dispositivo autorizado correctamente');
  await expect(card(page)).toBeHidden();
});

test('whoever is in no group learns what that means and can write to themselves', async ({
  browser,
  server,
  administration,
}) => {
  const sole = await administration.registerUser('sola');
  const groups = await administration.call<Group[]>('GET', '/groups');
  const general = groups.find(({ name }) => name === 'GENERAL');
  await administration.call('DELETE', `/groups/${general?.uuid}/users/${sole.uuid}`);
  const page = await arrive(browser, server.url, sole);
  await expect(page.getByRole('main')).toContainText('Todavía no perteneces a ningún grupo');
  await page.getByRole('link', { name: 'Escribir notas para mí' }).click();
  await expect(page).toHaveURL(/\/chats\/me$/);
  await write(page, 'Comprar café');
  await expect(message(page, 'Comprar café').getByRole('img', { name: 'Visto' })).toBeVisible();
  expect(await roomBelow(page), 'the composer stands at the foot of the page').toBeLessThan(24);
});

const roomBelow = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const composer = main.querySelector('form')?.getBoundingClientRect();
    return main.getBoundingClientRect().bottom - (composer?.bottom ?? 0);
  });
