import { expect } from '@playwright/test';
import { dialog, row } from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('a group registered by somebody else appears without reloading', async ({
  browser,
  server,
  administration,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await expect(row(page, 'GENERAL')).toBeVisible();
  const group = await administration.registerGroup('de repente');
  await expect(row(page, group.name)).toBeVisible();
});

test('the participants of a group that another administrator deletes are shown no longer', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('fugaz');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arrive(browser, server.url, administrator, '/admin/groups');
  await row(page, group.name).getByRole('button', { name: 'Participantes' }).click();
  await expect(dialog(page).getByText(ana.email)).toBeVisible();
  await administration.call('DELETE', `/groups/${group.uuid}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, group.name)).toHaveCount(0);
});
