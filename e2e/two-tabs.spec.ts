import { expect } from '@playwright/test';
import { arriveInChat, composer, message, openChat } from './support/people.ts';
import { test } from './support/test.ts';

test('what is typed in one tab of a chat is lost neither by what another one sends nor by what is typed there', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('pestañas');
  const ana = await administration.registerUser('ana', [group]);
  const first = await arriveInChat(browser, server.url, ana, group, 'General');
  const second = await first.context().newPage();
  await openChat(second, group, 'General');

  await test.step('the first one sends', async () => {
    await composer(first).fill('desde la primera');
    await composer(second).fill('desde la segunda');
    await composer(first).press('Enter');
    await expect(message(second, 'desde la primera')).toBeVisible();
    await second.reload();
    await expect(composer(second)).toHaveValue('desde la segunda');
  });

  await test.step('both are loaded again', async () => {
    await composer(first).fill('otra cosa');
    await Promise.all([first.reload(), second.reload()]);
    await expect(composer(first)).toHaveValue('otra cosa');
    await expect(composer(second)).toHaveValue('desde la segunda');
  });

  await test.step('a third one takes over what it is shown, and the tab it comes from keeps it', async () => {
    const third = await first.context().newPage();
    await openChat(third, group, 'General');
    await expect(composer(third)).toHaveValue('otra cosa');
    await composer(third).fill('desde la tercera');
    await composer(third).press('Enter');
    await expect(message(first, 'desde la tercera')).toBeVisible();
    await first.reload();
    await expect(composer(first)).toHaveValue('otra cosa');
    await third.close();
  });

  await test.step('the drafts of tabs that are closed come back one after the other', async () => {
    await Promise.all([first.close(), second.close()]);
    const next = await first.context().newPage();
    await openChat(next, group, 'General');
    await expect(composer(next)).toHaveValue('otra cosa');
    await composer(next).press('Enter');
    await expect(message(next, 'otra cosa')).toBeVisible();
    await next.reload();
    await expect(composer(next)).toHaveValue('desde la segunda');
  });
});
