import { type Browser, expect } from '@playwright/test';
import { type Administration, callsOf, type Group, type Person } from './support/administration.ts';
import { arriveInChat, message, openAccount, write } from './support/people.ts';
import { openPermitted } from './support/push-pages.ts';
import { expectShown, pushServiceOf, takesPushes } from './support/pushes.ts';
import type { RunningServer } from './support/server.ts';
import { test } from './support/test.ts';

test.use(takesPushes);

interface World {
  browser: Browser;
  server: RunningServer;
  administration: Administration;
}

/** Ana's page, and a notification of Bruno's message in it. */
async function openNotified({ browser, server, administration }: World) {
  const group: Group = await administration.registerGroup('ventas');
  const ana: Person = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await openPermitted(browser, server.url, ana, group);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await write(brunos, 'ábreme');
  const call = await callsOf(server.url, ana);
  const direct = `/chats/users/${bruno.uuid}/groups/${group.uuid}`;
  const { uuid: chatId } = await call<{ uuid: string }>('GET', direct);
  const service = await pushServiceOf(page);
  await service.hidePages();
  let count = 0;
  const notify = async () => {
    count += 1;
    const pushed = { type: 'message', title: bruno.email, body: 'ábreme', chatId };
    await service.push({ ...pushed, url: `/groups/${group.uuid}`, messageId: String(count) });
    await expectShown(page, ['ábreme']);
  };
  const heading = page.getByRole('main').getByRole('heading', { name: bruno.email });
  return { page, ana, group, service, notify, heading };
}

test('a click on a notification asks before something half filled in is lost, and then opens the chat', async ({
  browser,
  server,
  administration,
}) => {
  const { page, ana, service, notify, heading } = await openNotified({
    ...{ browser, server, administration },
  });
  await openAccount(page, ana);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  const form = page.getByRole('dialog', { name: 'Cambiar contraseña' });
  const field = form.getByRole('textbox').first();
  await field.fill('a medias');
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' });

  await notify();
  await service.click();
  await question.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue('a medias');
  await expect(page).toHaveURL(`${server.url}/account`);

  await notify();
  await service.click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(heading).toBeVisible();
  await expect(message(page, 'ábreme')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/account`);
});

test('a click on a notification opens the chat in a page that is still loading, and in one that was frozen', async ({
  browser,
  server,
  administration,
}) => {
  const { page, service, notify, heading } = await openNotified({
    ...{ browser, server, administration },
  });
  await notify();
  await page.goto('/chats/me', { waitUntil: 'commit' });
  await service.click();
  await expect(heading).toBeVisible();

  await page.goto('/chats/me');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Mi chat' })).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  await notify();
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await service.click();
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(heading).toBeVisible();
});
