import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test("the page's files come compressed; the hashed ones are kept for good, the entry is asked for anew", async ({
  page,
  server,
}) => {
  const script = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()));
  const entry = await page.goto('/auth/login');
  expect(entry?.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  const headers = (await script).headers();
  expect(headers['content-encoding']).toMatch(/br|gzip/);
  expect(headers['cache-control']).toContain('immutable');
  const plain = await fetch(server.url, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const image = await fetch(`${server.url}/assets/emojis/16.0.0/1f600.png`);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('content-encoding')).toBeNull();
  expect(image.headers.get('cache-control')).toContain('immutable');
});

test('all styles come in one file that the entry names, and none while the page is in use', async ({
  server,
}) => {
  const ask = async (path: string) => (await fetch(server.url + path)).text();
  // The service worker caches all files of the page.
  const sheets = (await ask('/service-worker.js')).match(/\/assets\/[\w.-]+\.css/g);
  expect(sheets).toHaveLength(1);
  expect(await ask('/')).toContain(`<link rel="stylesheet" crossorigin href="${sheets?.[0]}">`);
});
