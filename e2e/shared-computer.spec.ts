import { type Browser, expect, type Page } from '@playwright/test';
import type { Administration, Group, Person } from './support/administration.ts';
import { keptOfPeople } from './support/browser-data.ts';
import { attach } from './support/files.ts';
import { chooseFromMenu } from './support/message-menu.ts';
import { composer, message, openChat, signIn, write } from './support/people.ts';
import { report, sendDialog, sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';

const atSignIn = (page: Page) => expect(page).toHaveURL(/\/auth\/login$/);

/** Ana and Bruno use the same computer; Ana has left data in every place where the page stores data. */
async function anaAtWork(browser: Browser, url: string, administration: Administration) {
  const group = await administration.registerGroup('recepción');
  const [ana, bruno] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
  ];
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await signIn(page, ana);
  await openChat(page, group, 'General');
  await write(page, 'buenos días');
  await react(page, 'buenos días');
  await searchFor(page, 'nóminas');
  await context.route('**/api/chats/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await attach(page, report);
  await sendDialog(page).getByLabel('Mensaje (opcional)').fill('sin enviar');
  await sendIt(page);
  await expect(message(page, 'sin enviar')).toContainText('Sin respuesta');
  await composer(page).fill('a medio escribir');
  await expect.poll(async () => (await keptOfPeople(page)).sort().map(kindOf)).toEqual(KINDS);
  return { context, page, group, ana, bruno };
}

async function react(page: Page, text: string): Promise<void> {
  await chooseFromMenu(page, text, 'Reaccionar');
  await page.getByRole('button', { name: 'Más emojis' }).click();
  await page.getByRole('searchbox', { name: 'Buscar emoji' }).fill('cohete');
  await page
    .getByRole('button', { name: /cohete/i })
    .first()
    .click();
  await expect(message(page, text).getByRole('button', { name: '🚀' })).toBeVisible();
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('searchbox', { name: 'Buscar mensajes' }).fill(text);
  await page.keyboard.press('Enter');
  await expect.poll(() => keptOfPeople(page)).toContainEqual(expect.stringContaining('searches'));
  await page.keyboard.press('Escape');
}

const kindOf = (key: string) => key.replace(/[0-9a-f]{8}-[0-9a-f-]{27}.*/, '').replace(/\.$/, '');
const KINDS = [
  'EMJ: ',
  'chat-outbox: chat.outbox',
  'chat.chatType',
  'chat.draft',
  'chat.login',
  'chat.outbox',
  'chat.person',
  'chat.searches',
  'chat.selectedGroup',
  'chat.selectedUser',
];

const ways: Record<string, (administration: Administration, ana: Person) => Promise<unknown>> = {
  'a block': ({ call }, { uuid }) => call('POST', `/users/${uuid}/block`),
  'a rejected device': async ({ call }, { email }) => {
    const devices = await call<{ uuid: string }[]>('GET', `/admin/devices/pending?search=${email}`);
    for (const { uuid } of devices) await call('DELETE', `/admin/devices/${uuid}/reject`);
  },
  'a new password': ({ call }, { uuid }) =>
    call('PUT', `/users/${uuid}/password`, { password: 'otra-secreta' }),
  'a deletion': ({ call }, { uuid }) => call('DELETE', `/users/${uuid}`),
};

for (const [way, shutOut] of Object.entries(ways)) {
  test(`after ${way} nothing of the person before is left, in no tab, and the next one finds nothing`, async ({
    browser,
    server,
    administration,
  }) => {
    const { context, page, group, ana, bruno } = await anaAtWork(
      browser,
      server.url,
      administration,
    );
    const other = await context.newPage();
    await openChat(other, group, 'General');
    await other.getByRole('textbox', { name: 'Escribe un mensaje' }).fill('en otra pestaña');
    await shutOut(administration, ana);
    await atSignIn(page);
    await atSignIn(other);
    await expect.poll(() => keptOfPeople(page)).toEqual([]);
    await context.unrouteAll();
    await signIn(page, bruno);
    await expectNothingOfAna(page, group);
    await expect(other).toHaveURL(/\/groups/);
    await expectNothingOfAna(other, group);
  });
}

async function expectNothingOfAna(page: Page, group: Group): Promise<void> {
  await openChat(page, group, 'General');
  await expect(message(page, 'buenos días')).toBeVisible();
  await expect(message(page, 'sin enviar')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
}

test('a block while the page is closed is heard of by whoever opens it next', async ({
  browser,
  server,
  administration,
}) => {
  const { page, ana } = await anaAtWork(browser, server.url, administration);
  await page.goto('about:blank');
  await ways['a block']?.(administration, ana);
  await page.goto(`${server.url}/auth/login`);
  await atSignIn(page);
  await expect(page.getByText('Tu usuario está bloqueado')).toBeVisible();
  await expect.poll(() => keptOfPeople(page)).toEqual([]);
});

test('after a session that only lapsed its person finds everything again, and somebody else nothing', async ({
  browser,
  server,
  administration,
}) => {
  const { context, page, group, ana, bruno } = await anaAtWork(browser, server.url, administration);
  const lapse = async () => {
    await context.route('**/api/users/me', (route) =>
      route.fulfill({
        status: 401,
        json: { message: 'Tu sesión ha caducado. Inicia sesión de nuevo.', errors: {} },
      }),
    );
    await page.reload();
    // The page that was open waits there.
    await expect(page).toHaveURL(/\/auth\/login\?to=/);
    await context.unroute('**/api/users/me');
  };
  await lapse();
  await signIn(page, ana);
  await openChat(page, group, 'General');
  await expect(composer(page)).toHaveValue('a medio escribir');
  await expect(message(page, 'sin enviar')).toBeVisible();
  await lapse();
  await context.unrouteAll();
  await signIn(page, bruno);
  await expectNothingOfAna(page, group);
  const ofAna = async () => (await keptOfPeople(page)).filter((key) => key.includes(ana.uuid));
  await expect.poll(ofAna).toEqual([]);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await atSignIn(page);
  await expect.poll(() => keptOfPeople(page)).toEqual([]);
  await signIn(page, ana);
  await expectNothingOfAna(page, group);
});
