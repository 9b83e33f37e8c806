import { type Browser, expect, type Page } from '@playwright/test';
import { choose, dialog, expectNotice, openForm, press, row, submit } from './support/desk.ts';
import { tick } from './support/office.ts';
import { arrive, chooseChat, composer, message, signIn, write } from './support/people.ts';
import { administrator, type RunningServer, startServer } from './support/server.ts';
import { bareTest as test } from './support/test.ts';

const PASSWORD = 'secreta-123';

async function register(page: Page, path: string, button: string): Promise<void> {
  await page.goto(path);
  await openForm(page, button);
}

async function registerOrganisation(page: Page): Promise<void> {
  await register(page, '/admin/projects', 'Registrar proyecto');
  await dialog(page).getByLabel('Nombre').fill('Proyecto Norte');
  await submit(page, 'Registrar', 'Proyecto registrado correctamente');
  await register(page, '/admin/oficinas', 'Registrar oficina');
  await choose(page, 'Proyecto', 'Proyecto Norte');
  await dialog(page).getByLabel('Nombre').fill('Madrid');
  await submit(page, 'Registrar', 'Oficina registrado correctamente');
  await register(page, '/admin/groups', 'Registrar grupo');
  await dialog(page).getByLabel('Nombre').fill('Ventas');
  await choose(page, 'Proyecto', 'Proyecto Norte');
  await choose(page, 'Oficina', 'Madrid');
  await submit(page, 'Registrar', 'Grupo registrado correctamente.');
}

async function registerUser(page: Page, name: string): Promise<void> {
  await register(page, '/admin/users', 'Registrar usuario');
  const form = dialog(page);
  await form.getByLabel('Nombre').fill(name);
  await form.getByLabel('Apellido').fill('Prueba');
  // Without an @ the company's domain is appended.
  await form.getByLabel('Correo electrónico').fill(name.toLowerCase());
  await form.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(PASSWORD);
  await choose(page, 'Proyecto', 'Proyecto Norte');
  await choose(page, 'Oficina', 'Madrid');
  await choose(page, 'Grupos', 'Ventas');
  await page.keyboard.press('Escape');
  await submit(page, 'Registrar', 'Usuario registrado correctamente');
}

/** Asks to come in from a new browser; the device waits. */
async function askToComeIn(browser: Browser, url: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto('/auth/login');
  await page.getByPlaceholder('Correo electrónico').fill(email);
  await page.getByPlaceholder('Contraseña').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText('pendiente de autorización');
  return page;
}

async function approveDevice(page: Page, email: string): Promise<void> {
  await row(page, email).getByText('Autorizar', { exact: true }).click();
  await expect(dialog(page)).toContainText('¿Autorizar dispositivo?');
  await press(page, 'Confirmar');
  await expectNotice(page, 'Dispositivo autorizado');
  await expect(row(page, email).getByRole('button', { name: 'Eliminar' })).toBeVisible();
}

async function openVentas(page: Page): Promise<void> {
  const menu = page.getByRole('navigation');
  await menu.getByRole('link', { name: /Ventas \/ Madrid \/ Proyecto Norte/ }).click();
  await expect(composer(page)).toBeVisible();
}

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer({ DEVICE_APPROVAL: 'users' });
});
test.afterAll(() => server.remove());

test('an administrator sets up a company, and two people whose devices they approve chat on data that survives a restart', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const elena = await arrive(browser, server.url, administrator);
  await registerOrganisation(elena);
  await registerUser(elena, 'Ana');
  await registerUser(elena, 'Bruno');

  await elena.goto('/admin/access');
  const [ana, bruno] = [
    await askToComeIn(browser, server.url, 'ana@empresa.local'),
    await askToComeIn(browser, server.url, 'bruno@empresa.local'),
  ];
  await approveDevice(elena, 'ana@empresa.local');
  await approveDevice(elena, 'bruno@empresa.local');
  await signIn(ana, { email: 'ana@empresa.local', password: PASSWORD });
  await openVentas(ana);

  await write(ana, 'Buenos días, equipo');
  await tick(ana, 'Buenos días, equipo', 'Enviado');
  await signIn(bruno, { email: 'bruno@empresa.local', password: PASSWORD });
  await tick(ana, 'Buenos días, equipo', 'Entregado');
  await openVentas(bruno);
  await tick(ana, 'Buenos días, equipo', 'Visto');
  await expect(message(bruno, 'Buenos días, equipo')).toContainText('ana@empresa.local');

  await chooseChat(ana, 'bruno@empresa.local');
  await write(ana, '¿Tienes un momento?');
  const badge = bruno
    .getByRole('list', { name: 'Conversaciones' })
    .getByLabel('1 mensajes sin leer');
  await expect(badge).toBeVisible();
  await chooseChat(bruno, 'ana@empresa.local');
  await expect(badge).toBeHidden();
  await tick(ana, '¿Tienes un momento?', 'Visto');
  await write(bruno, 'Claro, dime');
  await expect(message(ana, 'Claro, dime')).toBeVisible();

  await server.restart();
  await ana.reload();
  await openVentas(ana);
  await chooseChat(ana, 'General');
  await tick(ana, 'Buenos días, equipo', 'Visto');
  await chooseChat(ana, 'bruno@empresa.local');
  await expect(message(ana, 'Claro, dime')).toHaveCount(1);
});
