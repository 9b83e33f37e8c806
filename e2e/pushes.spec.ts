import { expect } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { arriveInChat, message, write } from './support/people.ts';
import { openPermitted } from './support/push-pages.ts';
import {
  closeNotifications,
  expectShown,
  pushServiceOf,
  shownIn,
  takesPushes,
} from './support/pushes.ts';
import { test } from './support/test.ts';

test.use(takesPushes);

test('pushes are shown while no page is looked at, replaced, withdrawn, and open their chat', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await openPermitted(browser, server.url, ana, group);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await write(brunos, 'para que haya conversación');
  await expect(page).toHaveTitle('(1) WEB CHAT');
  const call = await callsOf(server.url, ana);
  const direct = `/chats/users/${bruno.uuid}/groups/${group.uuid}`;
  const { uuid: chatId } = await call<{ uuid: string }>('GET', direct);
  const service = await pushServiceOf(page);
  const say = (body: string, messageId: string) =>
    service.push({
      ...{ type: 'message', title: bruno.email, body, url: `/groups/${group.uuid}` },
      ...{ chatId, messageId },
    });

  await say('con la página a la vista', '1');
  await service.push({ type: 'test', title: 'Notificación de prueba', body: '', url: '/' });
  await expectShown(page, ['']);
  await closeNotifications(page);

  await service.hidePages();
  await say('primero', '2');
  await expectShown(page, ['primero']);
  await say('después', '3');
  await expectShown(page, ['después']);
  const [shown] = await shownIn(page);
  expect(shown).toMatchObject({ title: bruno.email, tag: chatId });
  const withdrawal = { type: 'withdraw', title: '', body: '', url: '/', chatId };
  await service.push({ ...withdrawal, messageId: '2' });
  await say('el último', '4');
  await expectShown(page, ['el último']);
  await service.push({ ...withdrawal, messageId: '4' });
  await expectShown(page, []);

  await say('ábreme', '5');
  await expectShown(page, ['ábreme']);
  await service.click();
  await expect(page.getByRole('main').getByRole('heading', { name: bruno.email })).toBeVisible();
  await expect(message(page, 'para que haya conversación')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/groups/${group.uuid}`);
  await expectShown(page, []);
});
