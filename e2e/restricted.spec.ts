import { type Browser, expect, type Page } from '@playwright/test';
import { type Administration, administrationBy, callsOf } from './support/administration.ts';
import { codeOf, secretOn, setUpOn, setUpTwoSteps } from './support/authenticator.ts';
import { noBarriers } from './support/barriers.ts';
import { dialog, press } from './support/desk.ts';
import { button, pressByKey, tabTo, typeInto, walkDialog } from './support/keyboard.ts';
import { chooseChat, composer, expectSent, signIn, write } from './support/people.ts';
import { administrator, type RunningServer, startServer } from './support/server.ts';
import { bareTest as test } from './support/test.ts';

let server: RunningServer;
let administration: Administration;

test.beforeAll(async () => {
  server = await startServer({ FIRST_PASSWORD: 'change', TWO_STEPS: 'all' });
  const call = await callsOf(server.url, administrator);
  await setUpTwoSteps(call);
  administration = administrationBy(call);
});
test.afterAll(() => server.remove());

const isScreen = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

/** The one screen and the way out: nothing of the chat. */
async function expectNothingElse(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible();
  await noBarriers(page);
}

async function begin(browser: Browser, path = '/auth/login'): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Sets up two steps on the screen that asks for it, and keeps the codes. */
async function finishSetUp(page: Page): Promise<void> {
  await setUpOn(page);
  await page.getByRole('button', { name: 'Copiar', exact: true }).click();
  await page.getByRole('button', { name: 'Terminar' }).click();
}

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Contraseña actual' }).fill(from);
  await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill(to);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
}

test('who must change their password and set up two steps does one after the other, and is in', async ({
  browser,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const page = await begin(browser);
  const asked: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) asked.push(answer.url());
  });
  await signIn(page, ana);
  await isScreen(page, 'Cambia tu contraseña');
  await expectNothingElse(page);
  await page.goto('/groups');
  await isScreen(page, 'Cambia tu contraseña');
  await changePassword(page, ana.password, ana.password);
  await expect(page.getByRole('main')).toContainText('Elige una contraseña distinta de la actual');
  await changePassword(page, ana.password, 'una-nueva-mia');

  await isScreen(page, 'Configura la verificación en dos pasos');
  await expectNothingElse(page);
  await page.reload();
  await isScreen(page, 'Configura la verificación en dos pasos');
  await setUpOn(page);
  await expectNothingElse(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible();
  for (const name of ['Terminar', 'Cerrar sesión'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(dialog(page)).toContainText('¿Salir sin guardar los códigos?');
  await press(page, 'Volver a los códigos');
  await page.getByRole('button', { name: 'Copiar', exact: true }).click();
  await page.getByRole('button', { name: 'Terminar' }).click();
  await expect(page.getByRole('banner')).toContainText(ana.email);
  await expect(page.getByRole('list', { name: 'Conversaciones' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('the screens of a restricted session go by keys alone', async ({ browser }) => {
  const rosa = await administration.registerUser('rosa');
  const page = await begin(browser);
  await signIn(page, rosa);
  await isScreen(page, 'Cambia tu contraseña');
  await typeInto(page, page.getByRole('textbox', { name: 'Contraseña actual' }), 'no es esta');
  await typeInto(page, page.getByRole('textbox', { name: 'Contraseña nueva' }), 'una-nueva-mia');
  await page.keyboard.press('Enter');
  const wrong = page.getByRole('textbox', { name: 'Contraseña actual' });
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(rosa.password);
  await page.keyboard.press('Enter');

  await isScreen(page, 'Configura la verificación en dos pasos');
  await pressByKey(page, button(page, 'Empezar'));
  const secret = await secretOn(page);
  await expect(page.getByRole('heading', { name: /Escanea/ })).toBeFocused();
  const code = page.getByRole('textbox', { name: 'Código de verificación' });
  await typeInto(page, code, codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('está activada')).toBeFocused();
  await walkDialog(page, button(page, 'Cerrar sesión'), 'by Escape');
  await tabTo(page, button(page, 'Copiar'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Códigos copiados')).toBeVisible();
  await pressByKey(page, button(page, 'Terminar'));
  await expect(page.getByRole('banner')).toContainText(rosa.email);
});

test('a message under way while the session becomes restricted is kept, and sent afterwards', async ({
  browser,
}) => {
  const group = await administration.registerGroup('reparto');
  const eva = await administration.registerUser('eva', [group]);
  const page = await begin(browser);
  await signIn(page, eva);
  await changePassword(page, eva.password, 'una-nueva-mia');
  await isScreen(page, 'Configura la verificación en dos pasos');
  await finishSetUp(page);
  await chooseChat(page, 'General');
  await expect(composer(page)).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  await page.route('**/api/**/messages', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await write(page, 'llego tarde');
  await administration.call('DELETE', `/users/${eva.uuid}/totp`, {
    currentPassword: administrator.password,
  });
  await isScreen(page, 'Configura la verificación en dos pasos');
  const refused = page.waitForResponse((answer) => answer.status() === 403);
  release();
  await refused;
  await finishSetUp(page);
  await expect(page.getByRole('banner')).toContainText(eva.email);
  await expectSent(page, 'llego tarde');
  await page.reload();
  await expectSent(page, 'llego tarde');
});
