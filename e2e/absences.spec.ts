import { expect } from '@playwright/test';
import { upgraded } from './support/live.ts';
import { banner, expectConversation, store, test, tick } from './support/office.ts';
import { arrive, composer, message, openChat, signIn, write } from './support/people.ts';

test("in 'Mi chat', which sends content and type alone, a lost answer doubles nothing", async ({
  browser,
  office,
  server,
}) => {
  const { person, page, network } = await office.sitDown(browser, 'nora');
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
  office,
  administration,
}) => {
  const [ana, bruno] = [
    await office.sitDown(browser, 'ana'),
    await office.sitDown(browser, 'bruno'),
  ];
  const { page } = ana;
  const openGeneral = () => openChat(page, office.group, 'General');
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
  office,
}) => {
  const [ana, bruno] = [
    await office.sitDown(browser, 'ana'),
    await office.sitDown(browser, 'bruno'),
  ];
  const { page, network } = ana;
  // A sleeping computer runs no timers: neither the next try nor the check of the connection.
  await page.clock.install();
  // A timer notices the loss of a polled request, but no timer runs in a sleep; the loss of a web socket needs no
  // timer.
  const isOnWebSocket = upgraded(page);
  await openChat(page, office.group, 'General');
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
  office,
  server,
}) => {
  const { page } = await office.sitDown(browser, 'berta');
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
