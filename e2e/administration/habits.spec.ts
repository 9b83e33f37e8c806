import { expect, type Locator, type Page } from '@playwright/test';
import {
  chooseFromRowMenu,
  dialog,
  expectFailure,
  openForm,
  openRowMenu,
  press,
  row,
} from '../support/desk.ts';
import { arrive, signedIn } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

const pages = [
  '/admin/users',
  '/admin/projects',
  '/admin/oficinas',
  '/admin/groups',
  '/admin/access',
  '/admin/group-permissions',
  '/admin/chats',
];

test('a list that cannot be read says so and reads again when asked', async ({
  browser,
  server,
}) => {
  const page = await signedIn(browser, server.url, administrator);
  let isDown = true;
  await page.route('**/api/projects', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto('/admin/projects');
  const again = page.getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect(again).toBeHidden();
});

const failures: [string, string, string, (page: Page) => Promise<void>][] = [
  [
    '/admin/projects',
    'Registrar proyecto',
    'Ocurrió un error al registrar el proyecto.',
    (page) => dialog(page).getByLabel('Nombre').fill('Sin respuesta'),
  ],
  [
    '/admin/groups',
    'Registrar grupo',
    'Ocurrió un error al registrar el grupo.',
    async (page) => {
      await dialog(page).getByLabel('Nombre').fill('Sin respuesta');
      await dialog(page).getByRole('switch').click();
    },
  ],
  [
    '/admin/users',
    'Registrar usuario',
    'Ocurrió un error al registrar el usuario.',
    async (page) => {
      await dialog(page).getByLabel('Nombre').fill('Sin');
      await dialog(page).getByLabel('Apellido').fill('Respuesta');
      await dialog(page).getByLabel('Correo electrónico').fill('sin.respuesta');
      await dialog(page).getByRole('textbox', { name: 'Contraseña', exact: true }).fill('123456');
    },
  ],
];
test('without an answer each form shows its specified text, and what was typed stays', async ({
  browser,
  server,
}) => {
  const page = await signedIn(browser, server.url, administrator);
  await page.route('**/api/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  for (const [path, button, text, fill] of failures) {
    await page.goto(path);
    const form = await openForm(page, button);
    await fill(page);
    await press(page, 'Registrar');
    await expectFailure(page, text);
    await expect(form.getByLabel('Nombre')).toHaveValue(/^Sin/);
  }
});

const widthOf = async (shown: Locator) =>
  Math.round((await shown.boundingBox())?.width ?? Infinity);

test('forms are at most 600 px wide, confirmations 400 or 500', async ({
  browser,
  server,
  administration,
}) => {
  await administration.call('POST', '/projects', { name: 'De ancho justo' });
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  await expect.poll(() => widthOf(form)).toBeLessThanOrEqual(600);
  await press(page, 'Cerrar');
  await chooseFromRowMenu(page, 'De ancho justo', 'Eliminar');
  await expect
    .poll(() => widthOf(dialog(page)).then((width) => [400, 500].includes(width)))
    .toBe(true);
});

test('a menu opens by keyboard, closes with Escape and gives the focus back', async ({
  browser,
  server,
  administration,
}) => {
  await administration.call('POST', '/projects', { name: 'Por teclas' });
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const trigger = row(page, 'Por teclas').getByRole('button', { name: 'Opciones' });
  await expect(trigger).toHaveAttribute('aria-haspopup', 'menu');
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(trigger).toBeFocused();
  await openRowMenu(page, 'Por teclas');
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, 'Por teclas')).toHaveCount(1);
});

test('rows are sorted by the column whose head is pressed', async ({
  browser,
  server,
  administration,
}) => {
  for (const name of ['Ordenado B', 'Ordenado A', 'Ordenado C']) {
    await administration.call('POST', '/projects', { name });
  }
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  await expect(row(page, 'Ordenado A')).toBeVisible();
  const order = async () => {
    const names = await page.getByRole('row').filter({ hasText: 'Ordenado' }).allInnerTexts();
    return names.map((text) => text.match(/Ordenado (.)/)?.[1]).join('');
  };
  const head = page.getByRole('columnheader', { name: 'Proyecto' });
  await head.getByRole('button').click();
  await expect.poll(order).toMatch(/ABC|CBA/);
  const first = await order();
  await head.getByRole('button').click();
  await expect.poll(order).toBe([...first].reverse().join(''));
});

test('the list of users is read again every 180 s', async ({ browser, server }) => {
  test.setTimeout(60_000);
  const page = await signedIn(browser, server.url, administrator);
  // Live events make the page fetch the list too, so the test cuts them off.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.clock.install();
  await page.goto('/admin/users');
  await expect(row(page, administrator.email)).toBeVisible();
  // From here on only the test moves the clock. Less than a minute has passed so far, else the test is over.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  let reads = 0;
  page.on('request', (request) => {
    if (/\/api\/users(\/search)?(\?|$)/.test(request.url())) reads++;
  });
  await page.clock.runFor(110_000);
  expect(reads).toBe(0);
  await page.clock.runFor(75_000);
  await expect.poll(() => reads).toBe(1);
});

test('every page fits a phone of 390 px', async ({ browser, server, administration }) => {
  const longName = 'De un nombre que no cabe en una sola línea de nada';
  const project = await administration.call<{ uuid: string }>('POST', '/projects', {
    name: longName,
  });
  await administration.call('POST', '/offices', { name: longName, projectId: project.uuid });
  const page = await signedIn(browser, server.url, administrator);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, path).toBe(0);
  }
});
