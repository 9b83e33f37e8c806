import { expect, type Page } from '@playwright/test';
import { administrationOf, callsOf } from './support/administration.ts';
import { setUpTwoSteps } from './support/authenticator.ts';
import { barriers, barriersInLight } from './support/barriers.ts';
import { walkSetUp } from './support/every-account-view.ts';
import { walkWaitingDevice } from './support/every-administration-view.ts';
import { walkDrawer } from './support/every-chat-view.ts';
import { walkReasons } from './support/every-supervision-view.ts';
import {
  administrationWalks,
  chatWalks,
  startLongCompany,
  walkAdministration,
  walkChats,
} from './support/every-view.ts';
import { layersOf } from './support/layers.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { longEmail, registerLongOffice } from './support/long-company.ts';
import type { Look } from './support/look-at.ts';
import { openNetwork } from './support/network.ts';
import { arriveInChat, signedIn, write } from './support/people.ts';
import { LARGE, reachOf, resize } from './support/reach.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

const PHONE = { width: 360, height: 740 };
const softly = expect.configure({ soft: true });

/**
 * A flaw counts if it is still there a moment later: at first an element may be moving to its place. One look alone may
 * take seconds on a busy machine.
 */
const expectNone = (find: () => Promise<string[]>, message: string) =>
  softly.poll(find, { message, timeout: 30_000 }).toEqual([]);

test.use({ viewport: LARGE });

// The long tests run in parallel: one worker alone would run them long after all other tests have ended.
test.describe.configure({ mode: 'parallel' });

/** Checks that the longest values fit, on a large screen and on a phone; the page is large before and after. */
function sizesOf(page: Page): Look {
  // Flaws behind a dialog have been reported before.
  const reported = new Set<string>();
  return async (view, show) => {
    for (const size of [LARGE, PHONE]) {
      await resize(page, size);
      await show?.();
      let unreported: string[] = [];
      const find = async () => {
        unreported = (await layoutFlaws(page)).filter((flaw) => !reported.has(flaw));
        return unreported;
      };
      await expectNone(find, `${view}, ${size.width} px`);
      for (const flaw of unreported) reported.add(flaw);
    }
    await resize(page, LARGE);
  };
}

/** Dark, then light. */
const themesOf =
  (page: Page): Look =>
  async (view) => {
    await expectNone(() => barriers(page), view);
    await expectNone(() => barriersInLight(page), `${view}, light`);
  };

function everythingOf(page: Page): Look {
  const [themes, layers, sizes, reach] = [themesOf, layersOf, sizesOf, reachOf].map((look) =>
    look(page),
  );
  return async (view, show) => {
    await themes?.(view);
    await layers?.(view);
    await sizes?.(view, show);
    await reach?.(view, show);
  };
}

function drawerOf(page: Page): Look {
  const [layers, sizes] = [layersOf(page), sizesOf(page)];
  return async (view, show) => {
    await layers(view);
    await sizes(view, show);
  };
}

for (const [part, walk] of Object.entries(administrationWalks)) {
  test(`every page, dialog and menu of the administration (${part}) fits the longest values and low screens, has a step back and no serious barrier`, async ({
    browser,
  }) => {
    test.slow();
    const place = await startLongCompany();
    await walkAdministration(browser, place, walk, { look: everythingOf });
    await place.server.remove();
  });
}

test('a conversation that opens with a reason fits the longest values and low screens, has a step back and no serious barrier', async ({
  browser,
}) => {
  test.slow();
  const place = await startLongCompany({ SUPERVISION: 'reason' });
  await walkAdministration(browser, place, walkReasons, { look: everythingOf });
  await place.server.remove();
});

for (const [part, walk] of Object.entries(chatWalks)) {
  test(`every page, dialog and menu of the chats (${part}) fits the longest values and low screens, has a step back and no serious barrier`, async ({
    browser,
    server,
    administration,
  }) => {
    test.slow();
    await walkChats({ browser, server, administration }, walk, { look: everythingOf });
  });
}

test("a phone's menu fits the longest values and has a step back", async ({
  browser,
  server,
  administration,
}) => {
  await walkChats({ browser, server, administration }, walkDrawer, { look: drawerOf });
});

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
  await outside.goto('/auth/login');
  await outside.getByPlaceholder('Correo electrónico').fill(email);
  await outside.getByPlaceholder('Contraseña').fill(password);
  await outside.getByRole('button', { name: 'Log In' }).click();
  await expect(outside.getByRole('alert')).toContainText('Tu dispositivo está pendiente');
  await sizesOf(outside)('sign-in: waiting');
  const page = await signedIn(browser, server.url, administrator);
  await page.setViewportSize(LARGE);
  await walkWaitingDevice(page, email, sizesOf(page));
  await server.remove();
});

test('the screens of restricted sessions fit the longest values and low screens and have no serious barrier', async ({
  browser,
}) => {
  test.slow();
  const server = await startServer({ FIRST_PASSWORD: 'change', TWO_STEPS: 'all' });
  const call = await callsOf(server.url, administrator);
  await setUpTwoSteps(call);
  const form = { firstName: 'Ana', lastName: 'Prueba', password: 'contrasena-larga' };
  const person = { email: longEmail(), password: form.password };
  await call('POST', '/users', { ...form, email: person.email });
  const page = await signedIn(browser, server.url, person);
  await page.setViewportSize(LARGE);
  await page.goto('/groups');
  const look = everythingOf(page);
  await page.getByRole('textbox', { name: 'Contraseña actual' }).fill(person.password);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByRole('main')).toContainText('Contraseña requerida');
  await look('change of a password');
  await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('otra-larga');
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await walkSetUp(page, look);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await look('sign-out, asked before it');
  await server.remove();
});

test('the sign-in page has no serious barrier', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await themesOf(page)('sign-in');
});

test('with forced colours, without a connection and with a newer version a conversation has no serious barrier', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('apartada');
  const ana = await administration.registerUser('ana', [group]);
  const network = await openNetwork(server.url);
  const page = await arriveInChat(browser, network.url, ana, group, 'General');
  await write(page, '¿Se lee bien?');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectNone(() => barriers(page, false), 'forced colours');
  await page.emulateMedia({ forcedColors: 'none' });

  network.cut();
  await expect(page.getByText('Sin conexión')).toBeVisible();
  const update = page.getByRole('button', { name: 'Actualizar' });
  // The page listens to the service worker once it has been open for a moment.
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'newer' })),
      );
      return update.isVisible();
    })
    .toBe(true);
  await themesOf(page)('without a connection');
  await network.close();
});
