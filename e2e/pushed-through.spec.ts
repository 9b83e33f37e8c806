import { type Browser, expect } from '@playwright/test';
import {
  type Administration,
  administrationOf,
  callsOf,
  type Group,
  type Person,
} from './support/administration.ts';
import { whenRegistered } from './support/live.ts';
import {
  arriveInChat,
  message,
  openAccount,
  openChat,
  signedIn,
  writerOf,
} from './support/people.ts';
import { type PushService, startPushService } from './support/push-service.ts';
import {
  closeNotifications,
  expectShown,
  permitPushes,
  pushServiceOf,
  shownIn,
  subscribeNextBy,
  takesPushes,
} from './support/pushes.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { bareTest as test } from './support/test.ts';

test.use(takesPushes);

let service: PushService;
let server: RunningServer;
let administration: Administration;

// The server trusts the push service's certificate from its start on.
test.beforeAll(async () => {
  service = await startPushService();
  server = await startServer({
    PUSH_ALLOW_PRIVATE: '1',
    NODE_EXTRA_CA_CERTS: service.certificate,
  });
  administration = await administrationOf(server.url);
});
test.afterAll(async () => {
  await server.remove();
  await service.stop();
});

/** Ana's page, subscribed; `relay` hands the next push on to her browser. */
async function openSubscribed(browser: Browser, ana: Person, group: Group) {
  const page = await signedIn(browser, server.url, ana);
  await permitPushes(page.context(), server.url, service.subscribe());
  const isRegistered = whenRegistered(page);
  const isSubscribed = page.waitForResponse('**/api/push/subscriptions');
  await openChat(page, group, 'General');
  await Promise.all([isRegistered, isSubscribed]);
  const worker = await pushServiceOf(page);
  let handedOn = 0;
  const relay = async () => {
    const pushes = await service.expectCount(handedOn + 1);
    for (const push of pushes.slice(handedOn)) await worker.push(push);
    handedOn = pushes.length;
    return pushes.at(-1);
  };
  return { page, worker, relay };
}

test('a test push says that it left, and is shown', async ({ browser }) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const { page, relay } = await openSubscribed(browser, ana, group);
  await openAccount(page, ana);
  const own = page.getByRole('region', { name: 'Notificaciones' });
  await own.getByRole('button', { name: 'Enviar notificación de prueba' }).click();
  await expect(own.getByRole('status')).toHaveText(
    'La notificación de prueba ha salido hacia este navegador.',
  );
  expect(await relay()).toMatchObject({ type: 'test', title: 'Notificación de prueba' });
  await expect.poll(async () => (await shownIn(page)).length).toBe(1);
  await closeNotifications(page);
});

test('a browser that its push service has refused is told so, and subscribes anew when asked', async ({
  browser,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const { page } = await openSubscribed(browser, ana, group);
  await openAccount(page, ana);
  const own = page.getByRole('region', { name: 'Notificaciones' });
  await expect(own.getByText('Este navegador recibe avisos')).toBeVisible();
  // The push service knows the new endpoint alone.
  await subscribeNextBy(page, service.subscribe());
  await own.getByRole('button', { name: 'Enviar notificación de prueba' }).click();
  await expect(own.getByText(/^A este navegador ya no le llegan avisos/)).toBeVisible();
  await page.reload();
  await expect(own.getByText(/^A este navegador ya no le llegan avisos/)).toBeVisible();
  await subscribeNextBy(page, service.subscribe());
  await own.getByRole('button', { name: 'Suscribir de nuevo' }).click();
  await expect(own.getByText('Este navegador recibe avisos')).toBeVisible();
  await own.getByRole('button', { name: 'Enviar notificación de prueba' }).click();
  await expect(own.getByRole('status')).toHaveText(
    'La notificación de prueba ha salido hacia este navegador.',
  );
  expect(await service.expectCount(1)).toMatchObject([{ type: 'test' }]);
});

test('with the page closed, a message comes by the push service, is replaced, and goes once it is read elsewhere', async ({
  browser,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const { page, worker, relay } = await openSubscribed(browser, ana, group);
  const brunoWrites = await writerOf(server.url, bruno, group, ana);
  const isSilent = async () => (await shownIn(page))[0]?.silent;
  // A document of the page's origin that is no page of the chat: the person has closed theirs.
  await page.goto('/icon.svg');
  await worker.hidePages();

  const messageId = await brunoWrites('¿vienes?');
  expect(await relay()).toMatchObject({ type: 'message', title: bruno.email, body: '¿vienes?' });
  await expectShown(page, ['¿vienes?']);
  expect(await isSilent()).toBe(false);

  const edited = { content: '¿vienes mañana?', mentionedUserIds: [] };
  await (await callsOf(server.url, bruno))('PUT', `/chats/messages/${messageId}`, edited);
  expect(await relay()).toMatchObject({ body: '¿vienes mañana?', silent: true });
  await expectShown(page, ['¿vienes mañana?']);
  expect(await isSilent()).toBe(true);

  await brunoWrites('te espero');
  await relay();
  await expectShown(page, ['te espero']);
  expect(await isSilent()).toBe(false);

  const phone = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await expect(message(phone, 'te espero')).toBeVisible();
  expect(await relay()).toMatchObject({ type: 'withdraw', body: '' });
  await expectShown(page, []);
  expect(await service.expectCount(4)).toHaveLength(4);
});
