import { expect } from '@playwright/test';
import { row } from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('presence shows live: En línea with a socket, Desconectado after logging out', async ({
  browser,
  server,
  administration,
}) => {
  const user = await administration.registerUser('presente');
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await expect(row(page, user.email)).toContainText('Desconectado');
  const theirs = await arrive(browser, server.url, user);
  await expect(row(page, user.email)).toContainText('En línea');
  await theirs.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(row(page, user.email)).toContainText('Desconectado');
  const again = await arrive(browser, server.url, user);
  await expect(row(page, user.email)).toContainText('En línea');
  await again.context().close();
  await expect(row(page, user.email)).toContainText('Sin conexión');
});
