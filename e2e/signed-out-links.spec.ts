import { type Browser, expect, type Page } from '@playwright/test';
import { callsOf, type Person } from './support/administration.ts';
import { signIn } from './support/people.ts';
import { type Stage, test } from './support/test.ts';

/** Ana and Bruno with a direct chat, in a group that is not the first of either; Carla is in neither. */
async function meet({ server, administration }: Omit<Stage, 'browser'>) {
  const group = await administration.registerGroup('enlaces');
  const [ana, bruno, carla] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
    await administration.registerUser('carla'),
  ];
  const call = await callsOf(server.url, ana);
  const { uuid } = await call<{ uuid: string }>(
    'GET',
    `/chats/users/${bruno.uuid}/groups/${group.uuid}`,
  );
  return { group, ana, bruno, carla, link: `/groups/${group.uuid}?chat=${uuid}` };
}

async function openAndSignIn(
  browser: Browser,
  baseURL: string,
  link: string,
  who: Person,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto(link);
  await signIn(page, who);
  return page;
}

test('a link to a chat that is opened while signed out opens it after signing in', async ({
  browser,
  server,
  administration,
}) => {
  const { group, ana, bruno, link } = await meet({ server, administration });
  const page = await openAndSignIn(browser, server.url, link, ana);
  await expect(page.getByRole('main').getByRole('heading', { name: bruno.email })).toBeVisible();
  await expect(page).toHaveURL(`/groups/${group.uuid}`);
  // The sign-in page leaves no step behind.
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { name: bruno.email })).toBeVisible();
});

test('who may not read it stands where they always do, and nothing tells that it exists', async ({
  browser,
  server,
  administration,
}) => {
  const { group, carla, link } = await meet({ server, administration });
  const page = await openAndSignIn(browser, server.url, link, carla);
  await expect(page.getByRole('heading', { name: 'Chat grupal' })).toBeVisible();
  expect(page.url()).not.toContain(group.uuid);
  await expect(page.getByText('No tienes acceso')).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeEmpty();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain(group.uuid);
});
