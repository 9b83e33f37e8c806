import { expect } from '@playwright/test';
import { arriveInChat, composer, openChat } from './support/people.ts';
import { test } from './support/test.ts';

const LINE = 'Esta persona no tiene acceso ahora: no leerá lo que escribas hasta que lo recupere.';

test('a person who is blocked is said to read nothing, and is offered nowhere, at once', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('bloqueo');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  const line = page.getByText(LINE);
  const set = (word: 'block' | 'unblock') =>
    administration.call('POST', `/users/${bruno.uuid}/${word}`);
  await expect(line).toHaveCount(0);
  await set('block');
  await expect(line).toBeVisible();
  await set('unblock');
  await expect(line).toHaveCount(0);
  await set('block');
  await expect(line).toBeVisible();

  await openChat(page, group, 'General');
  await composer(page).fill('@');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Ir a…' }).fill(`${bruno.email} ${group.name}`);
  const people = page.getByRole('option').filter({ hasNotText: 'en los mensajes' });
  await expect(people).toHaveCount(0);
  await set('unblock');
  await expect(people).toHaveCount(1);
});
