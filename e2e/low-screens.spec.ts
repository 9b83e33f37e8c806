import { expect, type Page } from '@playwright/test';
import { chooseFromMenu } from './support/message-menu.ts';
import { arriveInChat, composer, message, write } from './support/people.ts';
import { LOW } from './support/reach.ts';
import { say } from './support/search.ts';
import { test } from './support/test.ts';

/** A message of one line, px. */
const LINE = 40;

const logHeight = async (page: Page) =>
  (await page.getByRole('log', { name: 'Mensajes' }).boundingBox())?.height;

/** The text of the message. The sender's name, above the first message of a minute, may lie beyond the edge. */
const lineOf = (page: Page, text: string) => message(page, text).getByText(text, { exact: true });

for (const size of LOW) {
  const name = `${size.width} × ${size.height}`;

  test(`on ${name} one reads and writes`, async ({ browser, server, administration }) => {
    const group = await administration.registerGroup('baja');
    const ana = await administration.registerUser('ana', [group]);
    await say(server.url, ana, group, ['Uno', 'Dos', 'Tres']);
    const page = await arriveInChat(browser, server.url, ana, group, 'General');
    await page.setViewportSize(size);
    await expect(lineOf(page, 'Tres')).toBeInViewport({ ratio: 0.9 });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    expect(await logHeight(page)).toBeGreaterThan(1.5 * LINE);
    await write(page, 'Cuatro');
    await expect(lineOf(page, 'Cuatro')).toBeInViewport({ ratio: 0.9 });

    // With a reply and a text of many lines in the composer, one line of the messages is still visible.
    await chooseFromMenu(page, 'Cuatro', 'Responder');
    await composer(page).fill('Una línea\n'.repeat(12));
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Enviar' })).toBeInViewport({ ratio: 1 });
    expect(await logHeight(page)).toBeGreaterThan(LINE / 2);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(message(page, 'Una línea')).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
  });

  test(`on ${name} one signs in, and out`, async ({ page, administration }) => {
    const ana = await administration.registerUser('ana');
    await page.setViewportSize(size);
    await page.goto('/auth/login');
    await page.getByPlaceholder('Correo electrónico').fill(ana.email);
    await page.getByPlaceholder('Contraseña').fill(ana.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    const out = page.getByRole('button', { name: 'Cerrar sesión' });
    if (!(await out.isVisible())) await page.getByRole('button', { name: 'Abrir menú' }).click();
    await out.click();
    await expect(page.getByPlaceholder('Correo electrónico')).toBeVisible();
  });
}
