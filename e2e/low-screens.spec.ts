import { expect, type Page } from '@playwright/test';
import { administrationOf } from './support/administration.ts';
import { walkAdministration } from './support/every-administration-view.ts';
import { walkChats } from './support/every-chat-view.ts';
import { registerLongCompany } from './support/long-company.ts';
import type { Look } from './support/look-at.ts';
import { chooseFromMenu } from './support/message-menu.ts';
import { arriveInChat, composer, message, signedIn, write } from './support/people.ts';
import { say } from './support/search.ts';
import { walkSearch } from './support/search-views.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

/** A phone on its side over its keyboard, and a window of 1280 × 1024 at 400 %. */
const LOW = [
  { width: 740, height: 190 },
  { width: 320, height: 256 },
];
const LARGE = { width: 1440, height: 900 };
/** A message of one line, px. */
const LINE = 40;

const logHeight = async (page: Page) =>
  (await page.getByRole('log', { name: 'Mensajes' }).boundingBox())?.height;

for (const size of LOW) {
  const name = `${size.width} × ${size.height}`;

  test(`on ${name} one reads and writes`, async ({ browser, server, administration }) => {
    const group = await administration.registerGroup('baja');
    const ana = await administration.registerUser('ana', [group]);
    await say(server.url, ana, group, ['Uno', 'Dos', 'Tres']);
    const page = await arriveInChat(browser, server.url, ana, group, 'General');
    await page.setViewportSize(size);
    await expect(message(page, 'Tres')).toBeInViewport({ ratio: 0.9 });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    expect(await logHeight(page)).toBeGreaterThan(1.5 * LINE);
    await write(page, 'Cuatro');
    await expect(message(page, 'Cuatro')).toBeInViewport({ ratio: 0.9 });

    // What is answered and a text of many lines leave a line to read.
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

test('on low screens everything in the chats is in reach', async ({
  browser,
  server,
  administration,
}) => {
  test.slow();
  const company = await registerLongCompany(server.url, administration);
  const page = await signedIn(browser, server.url, company.viewer);
  await page.setViewportSize(LARGE);
  await walkChats(page, company, reachOf(page));
  await walkSearch(page, company, reachOf(page));
});

test('on low screens everything in the administration is in reach', async ({ browser }) => {
  test.slow();
  const server = await startServer();
  const company = await registerLongCompany(server.url, await administrationOf(server.url));
  const page = await signedIn(browser, server.url, administrator);
  await page.setViewportSize(LARGE);
  await walkAdministration(page, company, reachOf(page));
  await server.remove();
});

/** Whatever can be pressed or written into, in what lies on top, can be brought into sight. */
function reachOf(page: Page): Look {
  return async (view, show) => {
    for (const size of LOW) {
      await page.setViewportSize(size);
      await show?.();
      const message = `${view}, ${size.width} × ${size.height}`;
      await expect.soft
        .poll(() => page.evaluate(outOfReach), { message, timeout: 5_000 })
        .toEqual([]);
    }
    await page.setViewportSize(LARGE);
  };
}

/** The names of what is not, and of what was met in its place. */
function outOfReach(): string[] {
  const controls = 'button, a[href], input, textarea, [role=menuitem], [role=option]';
  const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
  const layers = [...document.querySelectorAll(over)].filter(
    (one) =>
      one.checkVisibility() && !(one.matches('[role=listbox]') && one.closest('[role=dialog]')),
  );
  const top = layers.at(-1) ?? document.body;
  const isMet = (one: Element, share: number) => {
    const { left, right, top: above, height } = one.getBoundingClientRect();
    const met = document.elementFromPoint((left + right) / 2, above + height * share);
    return met !== null && (one.contains(met) || met.contains(one));
  };
  return [...top.querySelectorAll(controls)].flatMap((one) => {
    const isMeant = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isMeant || one.clientWidth < 8 || one.closest('[inert], [aria-hidden=true]')) return [];
    one.scrollIntoView({ block: 'nearest' });
    // What is higher than the screen shows a part of itself.
    if ([0.5, 0.1, 0.3, 0.7, 0.9].some((share) => isMet(one, share))) return [];
    return [one.getAttribute('aria-label') ?? one.textContent?.slice(0, 60) ?? one.tagName];
  });
}
