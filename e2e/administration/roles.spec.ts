import { expect, type Page } from '@playwright/test';
import { arrive } from '../support/people.ts';
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
