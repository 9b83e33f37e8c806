import { expect, type Page } from '@playwright/test';
import { arrive, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const reasonShown = (page: Page, why: string) =>
  page.getByRole('main').getByRole('status').filter({ hasText: why });

test('who is put out is told why where they sign in again; who logs out is not', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana, '/chats/me');

  await test.step('at once, by the socket', async () => {
    await expect(page.getByRole('heading', { name: 'Mi chat' })).toBeVisible();
    await administration.call('POST', `/users/${ana.uuid}/block`);
    await expect(page).toHaveURL(/\/auth\/login$/);
    const why = reasonShown(page, 'Tu usuario está bloqueado. Contacta con un administrador.');
    await expect(why).toBeVisible();
    await page.reload();
    await expect(why).toBeVisible();
    await administration.call('POST', `/users/${ana.uuid}/unblock`);
    await signIn(page, ana);
  });

  await test.step('not after a logout', async () => {
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await signIn(page, ana);
  });

  await test.step('on coming back, when nobody was there to hear it', async () => {
    await page.goto('about:blank');
    const password = 'otra-secreta';
    await administration.call('PUT', `/users/${ana.uuid}/password`, { password });
    await page.goto(`${server.url}/chats/me`);
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect(
      reasonShown(page, 'Tu contraseña ha cambiado. Inicia sesión con la nueva.'),
    ).toBeVisible();
    await signIn(page, { ...ana, password });
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  });
});
