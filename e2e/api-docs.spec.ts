import { expect } from '@playwright/test';
import { arrive } from './support/people.ts';
import { test } from './support/test.ts';

test('the API is described to whoever is signed in in the browser, and to nobody else', async ({
  browser,
  page,
  server,
  administration,
}) => {
  const notice = 'Inicia sesión para ver la documentación de la API.';
  await page.goto(`${server.url}/api/docs`);
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByText('/api/auth/login')).toHaveCount(0);
  await page.getByRole('link', { name: 'Ir a iniciar sesión' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);

  const ana = await administration.registerUser('ana');
  const signedIn = await arrive(browser, server.url, ana, '/chats/me');
  const refused: string[] = [];
  signedIn.on('console', (message) => {
    if (/Content Security Policy|Failed to load/.test(message.text())) refused.push(message.text());
  });
  await signedIn.goto(`${server.url}/api/docs`);
  const me = signedIn.locator('#operations-users-getCurrentUser');
  await expect(me).toBeVisible();
  await expect(signedIn.getByText(notice)).toBeHidden();
  await me.getByRole('button').first().click();
  await me.getByRole('button', { name: 'Try it out' }).click();
  await me.getByRole('button', { name: 'Execute' }).click();
  await expect(me.getByText(ana.email).first()).toBeVisible();
  expect(refused).toEqual([]);
});
