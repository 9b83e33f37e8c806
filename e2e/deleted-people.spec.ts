import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { arrive, arriveInChat } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const entries = (page: Page) =>
  page.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem');

test('a deleted person is told from whoever has the e-mail now, wherever one reads it', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('relevo');
  const ana = await administration.registerUser('ana', [group]);
  const before = await administration.registerUser('bruno', [group]);
  const brunos = await callsOf(server.url, before);
  const chat = await brunos<{ uuid: string }>(
    'GET',
    `/chats/users/${ana.uuid}/groups/${group.uuid}`,
  );
  await brunos('POST', `/chats/${chat.uuid}/messages`, {
    type: 'TEXT',
    content: 'Lo dejo todo aquí',
  });
  const page = await arriveInChat(browser, server.url, ana, group, before.email);
  await expect(page.getByRole('heading', { name: before.email })).not.toContainText('(eliminado)');

  await administration.call('DELETE', `/users/${before.uuid}`);
  await expect(entries(page).filter({ hasText: '(eliminado)' })).toBeVisible();
  const { email, password } = before;
  const person = { firstName: 'Bruno', lastName: 'Segundo', email, password };
  await administration.call('POST', '/users', { ...person, groupUuids: [group.uuid] });
  await expect(entries(page).filter({ hasText: email })).toHaveCount(2);
  await expect(entries(page).filter({ hasText: `${email} (eliminado)` })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: `${email} (eliminado)` })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Ir a…' }).fill(`${email} ${group.name}`);
  const chats = page.getByRole('option').filter({ hasNotText: 'en los mensajes' });
  await expect(chats).toHaveCount(1);
  await expect(chats).not.toContainText('(eliminado)');

  const watcher = await arrive(browser, server.url, administrator, '/admin/chats');
  await watcher.getByPlaceholder('Buscar por email').fill(email);
  await entries(watcher)
    .filter({ hasText: `${email} (eliminado)` })
    .click();
  await expect(watcher.getByRole('heading', { name: `${email} (eliminado)` })).toBeVisible();
  await watcher.getByRole('button', { name: 'Registro de auditoría' }).click();
  const lines = watcher.getByRole('list', { name: 'Acciones registradas' }).getByRole('listitem');
  await expect(lines.filter({ hasText: `registró a ${email} (eliminado)` })).toHaveCount(1);
  await expect(lines.filter({ hasText: `registró a ${email}` })).toHaveCount(2);
});
