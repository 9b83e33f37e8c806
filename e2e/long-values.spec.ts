import { expect, type Page } from '@playwright/test';
import { administrationOf } from './support/administration.ts';
import {
  type Look,
  walkAdministration,
  walkChats,
  walkWaitingDevice,
} from './support/every-view.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import {
  type LongCompany,
  longEmail,
  registerLongCompany,
  registerLongOffice,
} from './support/long-company.ts';
import { signedIn } from './support/people.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

let company: LongCompany;

test.beforeAll(async ({ server, administration }) => {
  company = await registerLongCompany(server.url, administration);
});

/** What stands behind a dialog has been told of before. */
function lookOn(page: Page): Look {
  const told = new Set<string>();
  return async (view) => {
    const flaws = (await layoutFlaws(page)).filter((flaw) => !told.has(flaw));
    for (const flaw of flaws) told.add(flaw);
    expect.soft(flaws, view).toEqual([]);
  };
}

for (const size of sizes) {
  test(`in the administration the longest values fit at ${size.width} px`, async ({
    browser,
    server,
  }) => {
    test.slow();
    const page = await signedIn(browser, server.url, administrator);
    await page.setViewportSize(size);
    await walkAdministration(page, company, lookOn(page));
  });

  test(`in chats the longest values fit at ${size.width} px`, async ({ browser, server }) => {
    test.slow();
    const page = await signedIn(browser, server.url, company.viewer);
    await page.setViewportSize(size);
    await walkChats(page, company, lookOn(page));
  });
}

test('a waiting device fits whose e-mail and office are the longest', async ({ browser }) => {
  test.slow();
  const server = await startServer({ DEVICE_APPROVAL: 'users' });
  const administration = await administrationOf(server.url);
  const { group } = await registerLongOffice(administration);
  const email = longEmail();
  const password = 'contrasena-larga';
  await administration.call('POST', '/users', {
    firstName: 'Ana',
    lastName: 'Prueba',
    email,
    password,
    groupUuids: [group.uuid],
  });
  const outside = await (await browser.newContext({ baseURL: server.url })).newPage();
  const page = await signedIn(browser, server.url, administrator);
  for (const size of sizes) {
    await outside.setViewportSize(size);
    await outside.goto('/auth/login');
    await outside.getByPlaceholder('Correo electrónico').fill(email);
    await outside.getByPlaceholder('Contraseña').fill(password);
    await outside.getByRole('button', { name: 'Log In' }).click();
    await expect(outside.getByRole('alert')).toContainText('Tu dispositivo está pendiente');
    await lookOn(outside)('sign-in: waiting');
    await page.setViewportSize(size);
    await walkWaitingDevice(page, email, lookOn(page));
  }
  await server.remove();
});
