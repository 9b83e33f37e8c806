import { type Browser, expect, type Page } from '@playwright/test';
import type { Administration, Group, Person } from './support/administration.ts';
import { upgraded } from './support/live.ts';
import { type Network, openNetwork } from './support/network.ts';
import {
  arrive,
  arriveInChat,
  composer,
  message,
  openChat,
  signIn,
  write,
} from './support/people.ts';
import type { RunningServer } from './support/server.ts';
import { bareTest as test } from './support/test.ts';

/** A person at their desk, and the network between the desk and the server. */
interface Desk {
  person: Person;
  page: Page;
  network: Network;
}

let server: RunningServer;
let administration: Administration;
let group: Group;
let networks: Network[] = [];

test.beforeEach(async ({ server: lent, administration: its }) => {
  server = lent;
  administration = its;
  group = await administration.registerGroup('ventas');
});
test.afterEach(async () => {
  for (const network of networks) await network.close();
  networks = [];
});

async function sitDown(browser: Browser, name: string): Promise<Desk> {
  const person = await administration.registerUser(name, [group]);
  const network = await openNetwork(server.url);
  networks.push(network);
  const page = await arriveInChat(browser, network.url, person, group, 'General');
  return { person, page, network };
}

const banner = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Sin conexión. Reconectando…' });

const tick = (page: Page, text: string, name: string) =>
  expect(
    message(page, text).getByLabel(name).or(message(page, text).getByTitle(name)).first(),
  ).toBeVisible();

/** Writes the message and waits until the server has stored it. */
async function store(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/messages'),
  );
  await write(page, text);
  expect((await answered).status()).toBe(201);
}

/** Writes the message; the network breaks before the answer comes, and then returns. */
async function writeUnanswered({ page, network }: Desk, text: string, reader: Page): Promise<void> {
  network.swallowAnswers();
  await write(page, text);
  await expect(message(reader, text)).toBeVisible();
  network.cut();
  await expect(banner(page)).toBeVisible();
  network.restore();
  await expect(banner(page)).toBeHidden();
}

/** The conversation shows these messages, each once, in this order. */
async function expectConversation(page: Page, texts: string[]): Promise<void> {
  const log = page.getByRole('log', { name: 'Mensajes' });
  const one = new RegExp(`(?:${texts.join('|')})`, 'g');
  await expect
    .poll(async () => (await log.getByRole('article').allInnerTexts()).join(' ').match(one))
    .toEqual(texts);
}

test('what two people write while the network or the server is gone stands once and in one order on both screens', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [ana, bruno] = [await sitDown(browser, 'ana'), await sitDown(browser, 'bruno')];
  const texts = ['m-uno'];
  const expectBoth = async () => {
    await expectConversation(ana.page, texts);
    await expectConversation(bruno.page, texts);
  };
  await write(ana.page, 'm-uno');
  await expectBoth();

  await test.step('a network that is cut', async () => {
    ana.network.cut();
    await ana.page.context().setOffline(true);
    await expect(banner(ana.page)).toBeVisible();
    await write(ana.page, 'm-cuatro');
    await write(ana.page, 'm-cinco');
    await composer(ana.page).fill('a medio escribir');
    await store(bruno.page, 'm-dos');
    await store(bruno.page, 'm-tres');
    await expect(banner(bruno.page)).toBeHidden();

    await ana.page.context().setOffline(false);
    ana.network.restore();
    texts.push('m-dos', 'm-tres', 'm-cuatro', 'm-cinco');
    await expectBoth();
    await expect(banner(ana.page)).toBeHidden();
    await expect(composer(ana.page)).toHaveValue('a medio escribir');
    await tick(bruno.page, 'm-tres', 'Visto');
    await tick(ana.page, 'm-cinco', 'Visto');
  });

  await test.step('a server that is killed and started again', async () => {
    await server.stop('SIGKILL');
    await expect(banner(ana.page)).toBeVisible();
    await expect(banner(bruno.page)).toBeVisible();
    await write(ana.page, 'm-seis');
    await composer(bruno.page).fill('también a medias');
    await server.start();
    texts.push('m-seis');
    await expectBoth();
    await expect(banner(ana.page)).toBeHidden();
    await expect(composer(bruno.page)).toHaveValue('también a medias');
    await tick(ana.page, 'm-seis', 'Visto');
  });

  await test.step('an answer that is lost after the message was stored', async () => {
    await writeUnanswered(ana, 'm-siete', bruno.page);
    await write(bruno.page, 'm-ocho');
    texts.push('m-siete', 'm-ocho');
    await expectBoth();
    await tick(ana.page, 'm-siete', 'Visto');
  });
});

test("in 'Mi chat', which sends content and type alone, a lost answer doubles nothing", async ({
  browser,
}) => {
  const { person, page, network } = await sitDown(browser, 'nora');
  const elsewhere = await arrive(browser, server.url, person, '/chats/me');
  await page.goto('/chats/me');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await write(page, 'm-uno');
  // The test swallows the next message's answer, so this message's answer must arrive first.
  await (await answered).finished();
  await expectConversation(elsewhere, ['m-uno']);
  network.swallowAnswers();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await write(page, 'm-dos');
  expect((await sent).postDataJSON()).toEqual({ content: 'm-dos', type: 'TEXT' });
  await expectConversation(elsewhere, ['m-uno', 'm-dos']);
  network.cut();
  await expect(banner(page)).toBeVisible();
  network.restore();
  await expect(banner(page)).toBeHidden();
  await write(elsewhere, 'm-tres');
  await expectConversation(page, ['m-uno', 'm-dos', 'm-tres']);
  await page.reload();
  await expectConversation(page, ['m-uno', 'm-dos', 'm-tres']);
});

test('a session ended elsewhere leaves nothing of what its user wrote, and neither does a logout', async ({
  browser,
}) => {
  const [ana, bruno] = [await sitDown(browser, 'ana'), await sitDown(browser, 'bruno')];
  const { page } = ana;
  const openGeneral = () => openChat(page, group, 'General');
  await write(bruno.page, 'm-antes');
  await expect(message(page, 'm-antes')).toBeVisible();
  ana.network.cut();
  await write(page, 'm-pendiente');
  await composer(page).fill('a medio escribir');
  const password = 'otra-secreta';
  await administration.call('PUT', `/users/${ana.person.uuid}/password`, { password });
  ana.network.restore();
  await expect(page).toHaveURL(/\/auth\/login$/);

  await signIn(page, bruno.person);
  await openGeneral();
  await expect(message(page, 'm-antes')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await expect(message(page, 'm-pendiente')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();

  await signIn(page, { ...ana.person, password });
  await openGeneral();
  await expect(message(page, 'm-antes')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await expect(message(page, 'm-pendiente')).toHaveCount(0);

  await composer(page).fill('otra vez a medias');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await signIn(page, { ...ana.person, password });
  await openGeneral();
  await expect(message(page, 'm-antes')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await expectConversation(bruno.page, ['m-antes']);
});

test('a computer that wakes up catches up at once, over a connection that is lost or only looks open', async ({
  browser,
}) => {
  const [ana, bruno] = [await sitDown(browser, 'ana'), await sitDown(browser, 'bruno')];
  const { page, network } = ana;
  // A sleeping computer runs no timers: neither the next try nor the check of the connection.
  await page.clock.install();
  // A timer notices the loss of a polled request, but no timer runs in a sleep; the loss of a web socket needs no
  // timer.
  const isOnWebSocket = upgraded(page);
  await openChat(page, group, 'General');
  await isOnWebSocket;
  const sleep = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const wake = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await test.step('lost', async () => {
    await sleep();
    network.cut();
    await store(bruno.page, 'm-uno');
    network.restore();
    network.slow(250);
    const opened = network.socketsOpened();
    const isUpgraded = upgraded(page);
    // The browser may tell the page of the lost connection only after the first wake, so the test repeats it.
    const openedOnWaking = () => wake().then(network.socketsOpened);
    await expect.poll(openedOnWaking, { intervals: [100] }).toBeGreaterThan(opened);
    network.restore();
    await page.clock.resume();
    await expectConversation(page, ['m-uno']);
    // Before the upgrade the page still receives by requests, and a web socket that only looks open is no connection.
    await isUpgraded;
  });

  await test.step('looking open', async () => {
    await sleep();
    network.deafenSockets();
    await write(bruno.page, 'm-dos');
    await expect(message(bruno.page, 'm-dos')).toBeVisible();
    const opened = network.socketsOpened();
    await wake();
    // The socket by itself would notice after eighteen seconds.
    await page.clock.runFor(4_000);
    await expect.poll(network.socketsOpened).toBeGreaterThan(opened);
    await page.clock.resume();
    await expectConversation(page, ['m-uno', 'm-dos']);
    await tick(bruno.page, 'm-dos', 'Visto');
  });
});

test('a page that is opened for the first time while the server is away says so, and comes once it is back', async ({
  browser,
}) => {
  const { page } = await sitDown(browser, 'berta');
  await server.stop();
  await expect(banner(page)).toBeVisible();
  await page.getByRole('link', { name: 'Mi chat' }).click();
  await expect(page.getByText('No se pudo abrir la página')).toBeVisible();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(banner(page)).toBeVisible();
  await server.start();
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'Mi chat' })).toBeVisible();
});
