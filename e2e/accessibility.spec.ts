import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openForm, press } from './support/desk.ts';
import { openNetwork } from './support/network.ts';
import { arriveInChat, signedIn, write } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

/** Where the system paints with colours of its own, contrast is its affair. */
async function expectNoBarrier(page: Page, hasOwnColours = true): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .disableRules(hasOwnColours ? [] : ['color-contrast'])
    // There are no frames whose findings would have to be brought together on a page of its own.
    .setLegacyMode()
    // The library's sentinels around an open popup take focus only to pass it on.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect.soft(found, page.url()).toEqual([]);
}

async function inBothThemes(page: Page, look: () => Promise<void>): Promise<void> {
  await look();
  await page.getByRole('button', { name: 'Cambiar tema' }).click();
  await look();
}

test('the sign-in page has no serious barrier', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expectNoBarrier(page);
});

test('a conversation has no serious barrier, dark and light', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('accesible');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, '¿Se lee bien?');
  await expect(page.getByRole('article')).toHaveCount(1);
  await inBothThemes(page, () => expectNoBarrier(page));
  for (const [key, dialog] of [
    ['Control+k', 'Ir a…'],
    ['?', 'Atajos de teclado'],
  ] as const) {
    await page.getByRole('button', { name: 'Cambiar tema' }).focus();
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
  }
});

test('with forced colours, without a connection and with a newer version a conversation has no serious barrier', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('apartada');
  const ana = await administration.registerUser('ana', [group]);
  const network = await openNetwork(server.url);
  const page = await arriveInChat(browser, network.url, ana, group, 'General');
  await write(page, '¿Se lee bien?');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectNoBarrier(page, false);
  await page.emulateMedia({ forcedColors: 'none' });

  network.cut();
  await expect(page.getByText('Sin conexión')).toBeVisible();
  const update = page.getByRole('button', { name: 'Actualizar' });
  // The page listens once it has been open for a moment.
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'newer' })),
      );
      return update.isVisible();
    })
    .toBe(true);
  await inBothThemes(page, () => expectNoBarrier(page));
  await network.close();
});

test('reactions and the emoji picker have no serious barrier, dark and light', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('emojis');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, '¿Se lee bien?');
  await page.getByRole('button', { name: 'Opciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: 'Reaccionar' }).click();
  await expect(page.getByRole('dialog', { name: 'Reaccionar' })).toBeVisible();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: '👍' }).click();
  const reaction = page.getByRole('article').getByRole('button', { name: '👍' });
  await inBothThemes(page, async () => {
    await reaction.click();
    await expect(page.getByRole('dialog', { name: 'Reacciones' })).toBeVisible();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Emojis' }).click();
    await expect(page.getByRole('tab')).toHaveCount(9);
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Emojis' })).toBeFocused();
  });
});

test('the pages of the administration and their forms have no serious barrier, dark and light', async ({
  browser,
  server,
}) => {
  test.slow();
  const page = await signedIn(browser, server.url, administrator);
  for (const [path, button] of [
    ['/admin/users', 'Registrar usuario'],
    ['/admin/groups', 'Registrar grupo'],
    ['/admin/projects', 'Registrar proyecto'],
    ['/admin/oficinas', 'Registrar oficina'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await inBothThemes(page, () => expectNoBarrier(page));
    await openForm(page, button);
    await expectNoBarrier(page);
  }
  await page.goto('/admin/chats');
  for (const _ of ['dark', 'light']) {
    const audit = await openForm(page, 'Registro de auditoría');
    await expect(audit.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoBarrier(page);
    await press(page, 'Cerrar');
    await expect(audit).toBeHidden();
    await page.getByRole('button', { name: 'Cambiar tema' }).click();
  }
});
