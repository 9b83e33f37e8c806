import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { attach, picture } from './support/files.ts';
import { composer, expectSent, message, signIn, write } from './support/people.ts';
import { report, sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';

/** A browser whose user allows no site to store anything: neither cookies nor storage. */
async function strictBrowser(
  home: string,
  launch: Parameters<typeof chromium.launchPersistentContext>[1],
): Promise<BrowserContext> {
  await mkdir(join(home, 'Default'), { recursive: true });
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(home, 'Default', 'Preferences'), JSON.stringify(settings));
  // A Chromium without windows reads no such settings.
  return chromium.launchPersistentContext(home, { ...launch, executablePath: await findBrowser() });
}

/** Imitates a browser whose disk or quota is full. */
const fill = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

const notice = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

test('where the browser keeps nothing the page works while its tab is open, and says what is lost', async ({
  server,
  administration,
  launchOptions,
}) => {
  const group = await administration.registerGroup('estricto');
  const ana = await administration.registerUser('ana', [group]);
  const context = await strictBrowser(test.info().outputPath('home'), {
    ...launchOptions,
    baseURL: server.url,
    locale: 'es-ES',
  });
  const [page = await context.newPage()] = context.pages();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const said = notice(page, 'Este navegador no guarda nada de esta página.');

  await page.goto('/auth/login');
  await expect(said).toContainText('tampoco se ven imágenes');
  await signIn(page, ana);
  await openChatByHand(page, group.name);
  await write(page, 'desde un navegador estricto');
  await expectSent(page, 'desde un navegador estricto');
  await attach(page, report);
  await sendIt(page);
  await expect(message(page, 'Informe anual')).toBeVisible();
  await attach(page, picture('foto.png', 300, 200));
  await sendIt(page);
  await expectSent(page, 'foto');

  await composer(page).fill('a medio escribir');
  await page.getByRole('link', { name: 'Mi chat' }).click();
  await openChatByHand(page, group.name);
  await expect(composer(page)).toHaveValue('a medio escribir');

  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect(said).toHaveCount(0);
  expect(errors).toEqual([]);
  await context.close();
});

test('where the storage is full one signs in and writes all the same, and is told what may be lost', async ({
  page,
  administration,
}) => {
  const group = await administration.registerGroup('lleno');
  const ana = await administration.registerUser('ana', [group]);
  await fill(page);
  const said = notice(page, 'no tiene espacio');
  await page.goto('/auth/login');
  await signIn(page, ana);
  await expect(said).toBeVisible();
  await openChatByHand(page, group.name);
  await write(page, 'sin sitio');
  await expectSent(page, 'sin sitio');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await signIn(page, ana);
  await openChatByHand(page, group.name);
  await expect(message(page, 'sin sitio')).toBeVisible();
});

async function openChatByHand(page: Page, group: string): Promise<void> {
  await page.getByRole('link', { name: group }).click();
  await page.getByRole('list', { name: 'Conversaciones' }).getByText('General').click();
}
