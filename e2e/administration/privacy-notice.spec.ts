import { expect, type Page } from '@playwright/test';
import { type Administration, administrationOf } from '../support/administration.ts';
import { barriers } from '../support/barriers.ts';
import { dialog, expectNotice, press } from '../support/desk.ts';
import { attach } from '../support/files.ts';
import { arrive, arriveInChat, composer, expectSent, message } from '../support/people.ts';
import { report, sendDialog, sendIt } from '../support/sending-files.ts';
import { administrator, type RunningServer, startServer } from '../support/server.ts';
import { bareTest as test } from '../support/test.ts';

let server: RunningServer;
let administration: Administration;

// A notice concerns everybody: these tests have a server of their own, and each leaves it without a notice.
test.beforeAll(async () => {
  server = await startServer();
  administration = await administrationOf(server.url);
});
test.afterEach(async () => {
  const notice = await administration.call<{ version: number } | null>('GET', '/notice');
  if (!notice) return;
  await confirmVersion(notice.version);
  await administration.call('DELETE', '/notice');
});
test.afterAll(() => server.remove());

/** As the administrator, over HTTP. */
const confirmVersion = (version: number) =>
  administration.call('POST', '/users/me/notice', { version });

const confirmButton = (page: Page) => page.getByRole('button', { name: 'He leído el aviso' });
const screen = (page: Page) => page.getByRole('heading', { name: 'Aviso de privacidad' });
const noticeText = (page: Page) => page.getByRole('region', { name: 'Texto del aviso' });

async function confirm(page: Page): Promise<void> {
  await confirmButton(page).click();
  await expect(confirmButton(page)).toBeHidden();
}

async function publish(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Publicar otra versión' }).first().click();
  await dialog(page).getByLabel('Texto del aviso').fill(text);
  await press(page, 'Publicar');
  await confirm(page);
}

// Versions count from 1 in a company, so this test comes first.
test('an administrator publishes the notice, confirms it, sees who has, and withdraws it; older versions can be read', async ({
  browser,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await page.getByRole('button', { name: 'Aviso de privacidad' }).click();
  await expect(page.getByText('Todavía no hay ningún aviso en vigor')).toBeVisible();
  await page.getByRole('button', { name: 'Escribir el aviso' }).first().click();
  await expect(dialog(page).getByLabel('Texto del aviso')).toHaveValue(/supervisar/);
  await press(page, 'Publicar');
  await expect(noticeText(page)).toContainText('supervisar');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Versión 1' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sin confirmar' })).toContainText(ana.email);
  await page.getByRole('combobox', { name: 'Mostrar' }).click();
  await page.getByRole('option', { name: 'Confirmadas' }).click();
  await expect(page.getByRole('list', { name: 'Confirmadas' })).toContainText(administrator.email);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar CSV' }).click();
  expect((await download).suggestedFilename()).toBe('aviso-de-privacidad.csv');
  expect(await barriers(page)).toEqual([]);

  await publish(page, 'La segunda');
  await page.getByRole('button', { name: 'Leer la versión 1' }).click();
  await expect(dialog(page)).toContainText('supervisar');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Retirar' }).click();
  await press(page, 'Retirar');
  await expectNotice(page, 'Aviso retirado correctamente');
  await expect(page.getByText('Todavía no hay ningún aviso en vigor')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leer la versión 2' })).toBeVisible();
});

test('a person who writes confirms the notice and goes on with the text', async ({ browser }) => {
  const group = await administration.registerGroup('avisada');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  await composer(anas).fill('Una frase a medias');
  await administration.call('PUT', '/notice', { text: 'Aviso\n\nCon dos párrafos' });
  await expect(noticeText(anas)).toHaveText('Aviso\n\nCon dos párrafos', { useInnerText: true });
  await expect(screen(brunos)).toBeVisible();
  await confirmButton(anas).focus();
  await anas.keyboard.press('Enter');
  await expect(composer(anas)).toHaveValue('Una frase a medias');
  await composer(anas).press('Enter');
  await confirm(brunos);
  await expect(message(brunos, 'Una frase a medias')).toBeVisible();
  await anas.goto('/account');
  await anas.getByRole('button', { name: 'Leer el aviso' }).click();
  await expect(dialog(anas)).toContainText('Con dos párrafos');
});

test('a file that was chosen, with its text, is still there after the notice, and nothing lies over this', async ({
  browser,
}) => {
  const group = await administration.registerGroup('adjunta');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await composer(page).fill('Otra frase');
  await attach(page, report);
  await sendDialog(page).getByRole('textbox').fill('Como pediste');
  await administration.call('PUT', '/notice', { text: 'Aviso de archivos' });
  await expect(screen(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
  await confirm(page);
  await expect(sendDialog(page).getByRole('textbox')).toHaveValue('Como pediste');
  await sendIt(page);
  await expect(message(page, 'Como pediste').getByText(report.name)).toBeVisible();
  await expect(composer(page)).toHaveValue('Otra frase');
});

test('a file under way when the notice is published is kept, and sent afterwards', async ({
  browser,
}) => {
  const group = await administration.registerGroup('en-camino');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  let release = () => {};
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  await page.route('**/api/chats/*/messages', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await attach(page, report);
  await sendDialog(page).getByRole('textbox').fill('De camino');
  await sendIt(page);
  await administration.call('PUT', '/notice', { text: 'Aviso para quien envía' });
  await expect(screen(page)).toBeVisible();
  const refused = page.waitForResponse((response) => response.status() === 403);
  release();
  await refused;
  await confirm(page);
  await expectSent(page, 'De camino');
});

test('a notice that another administrator publishes first leaves what one has written of the next', async ({
  browser,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/notice');
  await page.getByRole('button', { name: 'Escribir el aviso' }).first().click();
  const written = dialog(page).getByLabel('Texto del aviso');
  await written.fill('El mío');
  await page.route('**/api/notice', async (route) => {
    if (route.request().method() === 'PUT')
      await administration.call('PUT', '/notice', { text: 'El de otra persona' });
    await route.continue();
  });
  await press(page, 'Publicar');
  await expect(noticeText(page)).toHaveText('El de otra persona');
  await page.unroute('**/api/notice');
  await confirm(page);
  await expect(written).toHaveValue('El mío');
  await press(page, 'Publicar');
  await expect(noticeText(page)).toHaveText('El mío');
  await confirm(page);
});
