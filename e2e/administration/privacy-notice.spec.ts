import { expect, type Page } from '@playwright/test';
import { type Administration, administrationOf } from '../support/administration.ts';
import { barriers } from '../support/barriers.ts';
import { dialog, expectNotice, press } from '../support/desk.ts';
import { arrive, arriveInChat, composer, message } from '../support/people.ts';
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
