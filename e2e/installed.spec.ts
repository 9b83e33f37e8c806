import { expect } from '@playwright/test';
import { arrive, arriveInChat, composer, openChat, write } from './support/people.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the application can be installed, and opens without its server', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('lejana');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  const address = page.url();
  await page.evaluate(() => navigator.serviceWorker.ready);

  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toContain(type);
  }

  await server.stop();
  await page.goto(address);
  await expect(page.getByText('Sin conexión')).toBeVisible();
  await expect(page.getByRole('navigation')).toBeVisible();

  await server.start();
  await expect(page.getByText('Sin conexión')).toBeHidden();
  await expect(composer(page)).toBeVisible();
  await write(page, 'De vuelta');
  await expect(page.getByRole('article').filter({ hasText: 'De vuelta' })).toBeVisible();
});

test('what people write and send never passes through the service worker', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('directa');
  const page = await arrive(browser, server.url, await administration.registerUser('ana', [group]));
  await page.evaluate(() => navigator.serviceWorker.ready);
  let isControlled = false;
  page.on('response', (response) => {
    if (response.url().includes('/api/')) isControlled ||= response.fromServiceWorker();
  });
  await openChat(page, group, 'General');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await write(page, 'Por la red');
  await expect(page.getByRole('article').filter({ hasText: 'Por la red' })).toBeVisible();
  expect(isControlled).toBe(false);
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    );
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/');
  expect(kept.filter((path) => /^\/(api|socket\.io)/.test(path))).toEqual([]);
});

test('where a browser keeps service workers away, the page does without', async ({
  browser,
  server,
  administration,
}) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana, '/chats/me');
  await page.addInitScript(() => {
    Object.getPrototypeOf(navigator.serviceWorker).register = () => {
      console.info('kept away');
      return Promise.resolve();
    };
  });
  const failures: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') failures.push(line.text());
  });
  const asked = page.waitForEvent('console', (line) => line.text() === 'kept away');
  await page.reload();
  await asked;
  await expect(composer(page)).toBeVisible();
  expect(failures).toEqual([]);
});
