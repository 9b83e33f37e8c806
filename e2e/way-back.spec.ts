import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Administration } from './support/administration.ts';
import { dialog, openForm } from './support/desk.ts';
import { attach, picture } from './support/files.ts';
import { dialogs } from './support/look-at.ts';
import { chooseFromMenu, openMenu } from './support/message-menu.ts';
import { arrive, arriveInChat, composer, expectSent, message, write } from './support/people.ts';
import { panel, push } from './support/search.ts';
import { sendIt, thumbnail } from './support/sending-files.ts';
import { administrator, type RunningServer } from './support/server.ts';
import { test } from './support/test.ts';

const LARGE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function meet(browser: Browser, server: RunningServer, administration: Administration) {
  const group = await administration.registerGroup('vuelta');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, 'Hola a todos');
  await expectSent(page, 'Hola a todos');
  return { group, ana, bruno, page };
}

/** Going back in the browser closes the open layer, and the conversation stays. */
async function closesGoingBack(page: Page, shown: Locator, open: () => Promise<void>) {
  const length = await page.evaluate(() => history.length);
  await open();
  await expect(shown).toBeVisible();
  await page.goBack();
  await expect(shown).toHaveCount(0);
  await expect(message(page, 'Hola a todos').first()).toBeVisible();
  await expect(composer(page)).toBeVisible();
  // History steps do not accumulate: the next opened layer replaces the step of the closed one.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 1);
}

const overChat = (page: Page): [shown: Locator, open: () => Promise<void>][] => [
  [page.getByRole('menu'), () => openMenu(page, 'Hola a todos')],
  [dialog(page), () => chooseFromMenu(page, 'Hola a todos', 'Reaccionar')],
  [dialog(page), () => chooseFromMenu(page, 'Hola a todos', 'Reenviar')],
  [dialog(page), () => chooseFromMenu(page, 'Hola a todos', 'Información')],
  [dialog(page), () => chooseFromMenu(page, 'Hola a todos', 'Eliminar')],
  [dialog(page), () => push(page, 'Emojis')],
  [dialog(page), () => page.keyboard.press('Control+k')],
  [dialog(page), () => attach(page, picture('foto.png', 60, 40))],
  [dialog(page), () => thumbnail(page, 'foto.png').click()],
  [panel(page), () => push(page, 'Buscar mensajes')],
  [page.getByRole('listbox'), () => composer(page).pressSequentially('@')],
];

for (const size of [LARGE, PHONE]) {
  test(`the way back closes what lies over a conversation and stays in it, ${size.width} px`, async ({
    browser,
    server,
    administration,
  }) => {
    const { page } = await meet(browser, server, administration);
    await page.setViewportSize(size);
    await attach(page, picture('foto.png', 600, 400));
    await sendIt(page);
    await expect(thumbnail(page, 'foto.png')).toBeVisible();
    for (const [shown, open] of overChat(page)) await closesGoingBack(page, shown, open);
    if (size === PHONE)
      await closesGoingBack(page, page.getByRole('navigation'), () => push(page, 'Abrir menú'));
  });
}

test('what lies over something else closes first, and a form is not lost with what was typed', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await page.getByRole('link', { name: 'Usuarios' }).click();
  const form = await openForm(page, 'Registrar usuario');
  await page.goBack();
  await expect(form).toHaveCount(0);

  await openForm(page, 'Registrar usuario');
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Ana');
  await form.getByRole('combobox', { name: 'Proyecto' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' });
  for (const answer of ['back', 'Seguir aquí', 'Descartar']) {
    await page.goBack();
    await expect(question).toBeVisible();
    await expect(dialogs(page)).toHaveCount(2);
    if (answer === 'back') await page.goBack();
    else await question.getByRole('button', { name: answer }).click();
    await expect(question).toHaveCount(0);
    if (answer !== 'Descartar')
      await expect(form.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Ana');
  }
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(/users$/);
  await page.goBack();
  await expect(page).toHaveURL(/groups$/);
});

test('what is closed by its button leaves no step behind, nor does what leads away or a reload', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await page.setViewportSize(PHONE);
  await push(page, 'Abrir menú');
  await page.getByRole('link', { name: 'Usuarios' }).click();
  await expect(page).toHaveURL(/users$/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  for (const close of ['Cerrar', 'Escape'] as const) {
    if (close === 'Cerrar') await openForm(page, 'Registrar usuario');
    else await page.locator('tbody tr').first().getByRole('button', { name: 'Opciones' }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible();
    if (close === 'Cerrar') await dialog(page).getByRole('button', { name: close }).click();
    else await page.keyboard.press(close);
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await dialog(page).getByRole('combobox').fill('Proyectos');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/projects$/);
  await openForm(page, 'Registrar proyecto');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Registrar proyecto' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  for (const path of ['users', 'groups']) {
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  for (const path of ['users', 'projects']) {
    await page.goForward();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});
