import { expect, type Page } from '@playwright/test';
import { dialog, press } from './support/desk.ts';
import { walkDrawer } from './support/every-chat-view.ts';
import {
  administrationWalks,
  chatWalks,
  startLongCompany,
  walkAdministration,
  walkChats,
} from './support/every-view.ts';
import { chooseFromMenu, openMenu } from './support/message-menu.ts';
import {
  arriveInChat,
  composer,
  expectSent,
  message,
  signedIn,
  signIn,
  write,
} from './support/people.ts';
import { askFor, push, results, say } from './support/search.ts';
import { type Stage, test } from './support/test.ts';
import { SEEN, translatePage, UNSEEN, type Way } from './support/translator.ts';

const expectWhole = (page: Page) => expect(page.getByText('No se pudo abrir')).toHaveCount(0);

const reaction = (page: Page, text: string) =>
  message(page, text).getByRole('button', { name: /^👍/ });

async function react(page: Page, text: string): Promise<void> {
  await openMenu(page, text);
  await page.getByRole('menuitem', { name: 'Reaccionar' }).click();
  await dialog(page).getByRole('button', { name: '👍' }).click();
}

/** Bruno's page is translated, Ana's and Carla's are not; the chat has older messages to read. */
async function meet({ browser, server, administration }: Stage, way: Way) {
  const group = await administration.registerGroup('traducida');
  const register = (name: string) => administration.registerUser(name, [group]);
  const [ana, bruno, carla] = [
    await register('ana'),
    await register('bruno'),
    await register('carla'),
  ];
  const past = Array.from({ length: 120 }, (_, line) => `Antigua ${line + 1}`);
  await say(server.url, ana, group, past);
  const brunos = await signedIn(browser, server.url, bruno);
  await translatePage(brunos, way);
  await brunos.goto(`/groups/${group.uuid}`);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  const carlas = await arriveInChat(browser, server.url, carla, group, bruno.email);
  return { carla, anas, brunos, carlas };
}

type Met = Awaited<ReturnType<typeof meet>>;

/** Messages of both, their ticks, and later changes. */
async function talk({ anas, brunos }: Met): Promise<void> {
  for (const turn of [1, 2, 3]) {
    await write(brunos, `De Bruno ${turn}`);
    await write(anas, `De Ana ${turn}`);
    await expect(message(brunos, `De Bruno ${turn}${SEEN}`)).toBeVisible();
    await expect(message(brunos, `De Ana ${turn}${SEEN}`)).toBeVisible();
  }
  await expectSent(brunos, 'De Bruno 3');

  await chooseFromMenu(anas, 'De Ana 2', 'Editar');
  await anas.keyboard.press('ControlOrMeta+A');
  await anas.keyboard.type('Dicho de otra manera');
  await anas.keyboard.press('Enter');
  await expect(message(brunos, `Dicho de otra manera${SEEN}`).getByText('editado')).toBeVisible();
  await expect(message(brunos, 'De Ana 2')).toHaveCount(0);

  await react(anas, 'De Bruno 3');
  await expect(reaction(brunos, 'De Bruno 3')).toBeVisible();
  await react(brunos, 'De Bruno 3');
  await expect(reaction(brunos, 'De Bruno 3')).toContainText('2');

  await chooseFromMenu(anas, 'De Ana 3', 'Eliminar');
  await press(anas, 'Eliminar');
  await expect(message(brunos, 'De Ana 3')).toHaveCount(0);
}

/** Typing starts and ends; replies quote their message. */
async function answer({ anas, brunos }: Met): Promise<void> {
  await composer(anas).pressSequentially('Escribo');
  await expect(brunos.getByText(/escribiendo/)).toBeVisible();
  await composer(anas).press('Enter');
  await expect(message(brunos, `Escribo${SEEN}`)).toBeVisible();
  await expect(brunos.getByText(/escribiendo/)).toHaveCount(0);
  await openMenu(brunos, 'Escribo');
  await brunos.getByRole('menuitem', { name: 'Responder' }).click();
  await write(brunos, 'Te respondo');
  await expect(message(brunos, `Te respondo${SEEN}`)).toContainText(`Escribo${SEEN}`);
}

/** A message in another chat counts as unread and moves its chat up the list. */
async function followList({ brunos, carlas, carla }: Met): Promise<void> {
  const entries = brunos.getByRole('list', { name: 'Conversaciones' }).getByRole('button');
  const entry = entries.filter({ hasText: carla.email });
  for (const count of [1, 2, 3]) {
    await write(carlas, `Va la ${count}`);
    await expect(entry).toContainText(`${count}${SEEN}Va la ${count}${SEEN}`);
  }
  await expect(entries.nth(1)).toContainText(carla.email);
  await entry.click();
  await expect(message(brunos, `Va la 3${SEEN}`)).toBeVisible();
  await entries.filter({ hasText: 'General' }).click();
  await expect(message(brunos, `Te respondo${SEEN}`)).toBeVisible();
}

async function findOld({ anas, brunos }: Met): Promise<void> {
  await push(brunos, 'Buscar mensajes');
  await askFor(brunos, 'Antigua 3');
  await expect(results(brunos).first()).toBeVisible();
  await askFor(brunos, 'Antigua 77');
  await expect(results(brunos)).toHaveCount(1);
  await results(brunos).first().click();
  await expect(message(brunos, `Antigua 77${SEEN}`)).toBeInViewport();
  await write(brunos, 'Y sigo');
  await expect(message(brunos, `Y sigo${SEEN}`)).toBeInViewport();
  await expect(message(anas, 'Y sigo')).toBeVisible();
}

for (const [name, way] of [
  ['puts elements in the place of its texts', {}],
  ['does so in the task that brought a text', { isAtOnce: true }],
  ['takes its texts into elements', { keepsText: true }],
] as const) {
  test(`a conversation goes on in a browser that ${name}`, async ({
    browser,
    server,
    administration,
  }) => {
    const met = await meet({ browser, server, administration }, { mark: SEEN, ...way });
    await expect(message(met.brunos, `Antigua 120${SEEN}`)).toBeVisible();
    for (const part of [talk, answer, followList, findOld]) {
      await part(met);
      await expectWhole(met.brunos);
    }
  });
}

/** A page that reports when it breaks, with a translation that leaves the names of texts unchanged. */
const translated = (page: Page) => translatePage(page, { mark: UNSEEN });
const lookWhole = (page: Page) => () => expectWhole(page);

test.describe('the administration, translated', () => {
  let place: Awaited<ReturnType<typeof startLongCompany>>;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    place = await startLongCompany();
  });
  test.afterAll(() => place.server.remove());

  for (const [part, walk] of Object.entries(administrationWalks)) {
    test(`every page, dialog and menu of the administration (${part}) stays whole in a browser that translates`, async ({
      browser,
    }) => {
      test.slow();
      const how = { look: lookWhole, prepare: translated };
      await walkAdministration(browser, place, walk, how);
    });
  }
});

for (const [part, walk] of Object.entries(chatWalks)) {
  test(`every page, dialog and menu of the chats (${part}) stays whole in a browser that translates`, async ({
    browser,
    server,
    administration,
  }) => {
    test.slow();
    const how = { look: lookWhole, prepare: translated };
    await walkChats({ browser, server, administration }, walk, how);
  });
}

test("a phone's menu stays whole in a browser that translates", async ({
  browser,
  server,
  administration,
}) => {
  const how = { look: lookWhole, prepare: translated };
  await walkChats({ browser, server, administration }, walkDrawer, how);
});

test('one signs in, fails and signs out in a browser that translates', async ({
  page,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  await translatePage(page, { mark: UNSEEN });
  await page.goto('/auth/login');
  for (const password of ['equivocada', 'otra-vez-no']) {
    await page.getByPlaceholder('Correo electrónico').fill(ana.email);
    await page.getByPlaceholder('Contraseña').fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toContainText('Correo o contraseña incorrectos');
    await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
    await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  }
  await signIn(page, ana);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByPlaceholder('Correo electrónico')).toBeVisible();
  await expectWhole(page);
});
