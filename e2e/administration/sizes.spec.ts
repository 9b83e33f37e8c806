import { expect, type Locator } from '@playwright/test';
import { chooseFromRowMenu, dialog, openForm, press } from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

const LONG = 'De un nombre que no cabe en una sola línea de nada';
const pages = [
  '/admin/users',
  '/admin/projects',
  '/admin/oficinas',
  '/admin/groups',
  '/admin/access',
  '/admin/group-permissions',
  '/admin/chats',
];

const widthOf = async (shown: Locator) =>
  Math.round((await shown.boundingBox())?.width ?? Number.NaN);

test('forms and questions keep to their widths, and every page fits a phone of 360 px', async ({
  browser,
  server,
  administration,
}) => {
  const project = await administration.call<{ uuid: string }>('POST', '/projects', { name: LONG });
  await administration.call('POST', '/offices', { name: LONG, projectId: project.uuid });
  const page = await arrive(browser, server.url, administrator, '/admin/projects');
  const form = await openForm(page, 'Registrar proyecto');
  await expect.poll(() => widthOf(form)).toBe(600);
  await press(page, 'Cerrar');
  await chooseFromRowMenu(page, LONG, 'Eliminar');
  await expect.poll(() => widthOf(dialog(page))).toBe(400);
  await press(page, 'Cancelar');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, path).toBe(0);
  }
});
