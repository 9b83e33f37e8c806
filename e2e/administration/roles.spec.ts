import { expect, type Page } from '@playwright/test';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

const administration = [
  '/admin/users',
  '/admin/projects',
  '/admin/oficinas',
  '/admin/groups',
  '/admin/chats',
  '/admin/access',
  '/admin/group-permissions',
];

async function expectAway(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/groups\/[0-9a-f-]{36}$/);
}

test('nobody who has not signed in reaches a page that needs it', async ({ page }) => {
  for (const path of [...administration, '/admin', '/groups', '/chats/me', '/']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/auth\/login$/);
  }
});

test('an administrator lands on Usuarios and has the whole menu', async ({ browser, server }) => {
  const page = await arrive(browser, server.url, administrator);
  await expect(page).toHaveURL(/\/admin\/users$/);
  const menu = page.getByRole('navigation');
  for (const entry of [
    'Mi chat',
    'Proyectos',
    'Oficinas',
    'Grupos',
    'Usuarios',
    'Chats',
    'Autorizar acceso',
    'Acceso a grupos',
  ]) {
    await expect(menu.getByRole('link', { name: entry, exact: true })).toBeVisible();
  }
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/users$/);
  await page.goto('/auth/login');
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('a user reaches no page of the administration and sees only their groups', async ({
  browser,
  server,
  administration: office,
}) => {
  const user = await office.registerUser('raso');
  const page = await arrive(browser, server.url, user);
  await expect(page).toHaveURL(/\/groups\//);
  await expect(page.getByRole('navigation').getByText('Mis grupos')).toBeVisible();
  await expect(page.getByRole('navigation').getByText('Administración')).toHaveCount(0);
  for (const path of administration) await expectAway(page, path);
});

test('a group manager reaches Grupos alone', async ({
  browser,
  server,
  administration: office,
}) => {
  const group = await office.registerGroup('propio');
  const manager = await office.registerUser('gestor');
  await office.call('POST', `/users/${manager.uuid}/group-permissions`, { groupIds: [group.uuid] });
  const page = await arrive(browser, server.url, manager);
  await page.getByRole('navigation').getByRole('link', { name: 'Grupos', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/groups$/);
  await expect(page.getByRole('row').filter({ hasText: group.name })).toBeVisible();
  for (const path of administration.filter((one) => one !== '/admin/groups')) {
    await expectAway(page, path);
  }
});

test('an unknown path says so and leads home', async ({ page }) => {
  await page.goto('/no/existe');
  await expect(page.getByText('Página no encontrada').last()).toBeVisible();
});
