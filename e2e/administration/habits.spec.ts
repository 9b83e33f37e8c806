import { expect, type Page } from '@playwright/test';
import {
  chooseFromRowMenu,
  dialog,
  expectFailure,
  openForm,
  openRowMenu,
  press,
  row,
} from '../support/desk.ts';
import { arrive } from '../support/people.ts';
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
  const page = await arrive(browser, server.url, administrator);
  let isDown = true;
  await page.route('**/api/projects', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto('/admin/projects');
  const again = page.getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible({ timeout: 20_000 });
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
for (const [path, button, text, fill] of failures) {
  test(`${button}: without an answer the specified text is shown and what was typed stays`, async ({
    browser,
    server,
  }) => {
    const page = await arrive(browser, server.url, administrator);
    await page.route('**/api/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.goto(path);
    const form = await openForm(page, button);
    await fill(page);
    await press(page, 'Registrar');
    await expectFailure(page, text);
    await expect(form.getByLabel('Nombre')).toHaveValue(/^Sin/);
  });
}

test('forms are at most 600 px wide, confirmations 400 or 500', async ({
  browser,
  server,
  administration,
}) => {
  await administration.call('POST', '/projects', { name: 'De ancho justo' });
  const page = await arrive(browser, server.url, administrator);
  await page.goto('/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  expect((await form.boundingBox())?.width).toBeLessThanOrEqual(600);
  await press(page, 'Cerrar');
  await chooseFromRowMenu(page, 'De ancho justo', 'Eliminar');
  expect([400, 500]).toContain(Math.round((await dialog(page).boundingBox())?.width ?? 0));
});

test('a menu opens by keyboard, closes with Escape and gives the focus back', async ({
  browser,
  server,
  administration,
}) => {
  await administration.call('POST', '/projects', { name: 'Por teclas' });
  const page = await arrive(browser, server.url, administrator);
  await page.goto('/admin/projects');
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
  const page = await arrive(browser, server.url, administrator);
  await page.goto('/admin/projects');
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
  const page = await arrive(browser, server.url, administrator);
  // What the server says live makes the list be read too: here it says nothing.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.clock.install();
  await page.goto('/admin/users');
  await expect(row(page, administrator.email)).toBeVisible();
  let reads = 0;
  page.on('request', (request) => {
    if (/\/api\/users(\/search)?(\?|$)/.test(request.url())) reads++;
  });
  // The clock runs on by itself as well, as long as the machine takes for all this.
  await page.clock.runFor(120_000);
  expect(reads).toBe(0);
  await page.clock.runFor(61_000);
  await expect.poll(() => reads).toBe(1);
});

for (const path of pages) {
  test(`${path} fits a phone of 390 px`, async ({ browser, server }) => {
    const page = await arrive(browser, server.url, administrator);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
