import { type Browser, expect, type Page } from '@playwright/test';
import { type Administration, administrationOf } from '../support/administration.ts';
import { dialog, expectNotice, press, row } from '../support/desk.ts';
import { whenRegistered } from '../support/live.ts';
import { signedIn, signIn } from '../support/people.ts';
import { pressWhile } from '../support/press-while.ts';
import { administrator, type RunningServer, startServer } from '../support/server.ts';
import { bareTest as test } from '../support/test.ts';

let server: RunningServer;
let administration: Administration;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer({ DEVICE_APPROVAL: 'users' });
  administration = await administrationOf(server.url);
});
test.afterAll(() => server.remove());

async function knock(
  browser: Browser,
  who: { email: string; password: string },
  path = '/auth/login',
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto(path);
  await page.getByPlaceholder('Correo electrónico').fill(who.email);
  await page.getByPlaceholder('Contraseña').fill(who.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText('Tu dispositivo está pendiente');
  return page;
}

test('a device that asks appears live; approved, its user comes in; removed, they are out at once', async ({
  browser,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await signedIn(browser, server.url, administrator);
  const isRegistered = whenRegistered(page);
  await page.goto('/admin/access');
  await isRegistered;
  const theirs = await knock(browser, ana);
  await expect(row(page, ana.email)).toBeVisible();
  await row(page, ana.email).getByRole('button', { name: 'Autorizar' }).click();
  await press(page, 'Confirmar');
  await expectNotice(page, 'Dispositivo autorizado correctamente');
  await signIn(theirs, ana);

  await row(page, ana.email).getByRole('button', { name: 'Eliminar' }).click();
  await press(page, 'Confirmar');
  await expect(row(page, ana.email)).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('a link that is opened at the door waits for the approval, over a reload too', async ({
  browser,
}) => {
  const group = await administration.registerGroup('puerta');
  const ana = await administration.registerUser('ana', [group]);
  const desk = await signedIn(browser, server.url, administrator);
  await desk.goto('/admin/access');
  const theirs = await knock(browser, ana, `/groups/${group.uuid}`);
  await row(desk, ana.email).getByRole('button', { name: 'Autorizar' }).click();
  await press(desk, 'Confirmar');
  await expectNotice(desk, 'Dispositivo autorizado correctamente');
  await theirs.reload();
  await signIn(theirs, ana);
  await expect(theirs).toHaveURL(`/groups/${group.uuid}`);
  await expect(theirs.getByRole('heading', { name: 'Chat grupal' })).toBeVisible();
});

test('an approved device comes in again with another screen', async ({ browser }) => {
  const ana = await administration.registerUser('ana');
  const page = await signedIn(browser, server.url, administrator);
  await page.goto('/admin/access');
  const theirs = await knock(browser, ana);
  await row(page, ana.email).getByRole('button', { name: 'Autorizar' }).click();
  await press(page, 'Confirmar');
  await expectNotice(page, 'Dispositivo autorizado correctamente');
  await theirs.setViewportSize({ width: 1920, height: 1080 });
  await theirs.reload();
  await signIn(theirs, ana);
});

test('a press on a device that waits counts, though another one asks before the pointer is let go', async ({
  browser,
}) => {
  const bruno = await administration.registerUser('bruno');
  const carla = await administration.registerUser('carla');
  await knock(browser, bruno);
  const page = await signedIn(browser, server.url, administrator);
  const isRegistered = whenRegistered(page);
  await page.goto('/admin/access');
  await isRegistered;

  await pressWhile(row(page, bruno.email).getByRole('button', { name: 'Autorizar' }), async () => {
    const isRead = page.waitForResponse(/\/api\/admin\/devices\/pending/);
    const deviceId = 'c'.repeat(32);
    await page.request.post('/api/auth/login', { data: { ...carla, deviceId } });
    await isRead;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  });
  await expect(dialog(page)).toContainText(bruno.email);
  await press(page, 'Cancelar');
  await expect(row(page, carla.email)).toBeVisible();
});
