import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { whenRegistered } from './support/live.ts';
import { arriveInChat, chooseChat, message, openChat, signedIn, write } from './support/people.ts';
import { openPermitted } from './support/push-pages.ts';
import {
  expectShown,
  look,
  pushServiceOf,
  shownIn,
  soundsIn,
  takesPushes,
} from './support/pushes.ts';
import { test } from './support/test.ts';

test.use(takesPushes);

/** An entry of the list of chats. */
interface Listed {
  chatUuid: string;
  email: string;
  lastMessage: { uuid: string };
}

/** As a person who turns to the tab, and sounds need a press before. */
async function use(tab: Page): Promise<void> {
  await tab.getByRole('log', { name: 'Mensajes' }).click();
  await tab.evaluate(() => window.dispatchEvent(new Event('focus')));
}

test('the address of a push opens its chat in a new page', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await signedIn(browser, server.url, ana);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await write(brunos, 'hola desde fuera');
  await page.goto(`/groups/${group.uuid}`);
  await chooseChat(page, 'General');
  const call = await callsOf(server.url, ana);
  const direct = `/chats/users/${bruno.uuid}/groups/${group.uuid}`;
  const chat = await call<{ uuid: string }>('GET', direct);

  await page.goto(`/groups/${group.uuid}?chat=${chat.uuid}`);
  await expect(message(page, 'hola desde fuera')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/groups/${group.uuid}`);
  await page.reload();
  await expect(message(page, 'hola desde fuera')).toBeVisible();
  await page.goto(`/groups/${group.uuid}?chat=${group.uuid}`);
  await chooseChat(page, 'General');
  await expect(page).toHaveURL(`${server.url}/groups/${group.uuid}`);
});

test('of three tabs with a subscription the one used last notifies and sounds, and its push repeats nothing', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const first = await openPermitted(browser, server.url, ana, group);
  const openTab = async () => {
    const tab = await first.context().newPage();
    const isRegistered = whenRegistered(tab);
    await openChat(tab, group, 'General');
    await isRegistered;
    return tab;
  };
  const second = await openTab();
  const third = await openTab();
  const tabs = [first, second, third];
  const service = await pushServiceOf(first);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await test.step('each tab is used, the second one last', async () => {
    for (const tab of [first, third, second]) await use(tab);
    for (const tab of tabs) await look(tab, false);
    await service.hidePages();
  });

  await write(brunos, 'suena una vez');
  await expect.poll(() => soundsIn(tabs)).toEqual([0, 1, 0]);
  await expectShown(first, ['suena una vez']);
  const call = await callsOf(server.url, ana);
  const chats = await call<Listed[]>('GET', `/groups/${group.uuid}/chats`);
  const entry = chats.find(({ email }) => email === bruno.email);
  const pushed = { type: 'message', title: bruno.email, url: `/groups/${group.uuid}` };
  const about = { chatId: entry?.chatUuid ?? '', messageId: entry?.lastMessage.uuid ?? '' };
  await service.push({ ...pushed, ...about, body: 'suena una vez (del servicio)' });
  await expectShown(first, ['suena una vez (del servicio)']);
  expect((await shownIn(first))[0]?.silent).toBe(true);
  expect(await soundsIn(tabs)).toEqual([0, 1, 0]);

  await test.step('read in another browser, it goes from this one within a second', async () => {
    const phone = await arriveInChat(browser, server.url, ana, group, bruno.email);
    // The second begins once the message counts as seen; a page that has only just been opened may need longer for that.
    await expect(message(brunos, 'suena una vez').getByLabel('Visto')).toBeVisible();
    await expect.poll(() => shownIn(first), { timeout: 1_000 }).toEqual([]);
    await phone.context().close();
  });

  await test.step('when the tab used last is closed, the one before it notifies', async () => {
    await second.close();
    await write(brunos, 'suena otra vez');
    await expect.poll(() => soundsIn([first, third])).toEqual([0, 1]);
    await expectShown(first, ['suena otra vez']);
  });
});
