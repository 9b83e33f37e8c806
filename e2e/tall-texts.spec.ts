import { expect } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { attach } from './support/files.ts';
import { arriveInChat, message } from './support/people.ts';
import { sendIt, thumbnail } from './support/sending-files.ts';
import { test } from './support/test.ts';

const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><circle cx="60" cy="60" r="40" fill="#000"/><circle cx="140" cy="60" r="40" fill="#fff"/></svg>',
  ),
};

test('a text of ten thousand lines leaves other messages in sight, and is there for who asks', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('altos');
  const ana = await administration.registerUser('ana', [group]);
  const anas = await callsOf(server.url, ana);
  const [general] = await anas<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const path = `/chats/${general?.chatUuid}/messages`;
  const say = (content: string) => anas('POST', path, { type: 'TEXT', content });
  await say('antes');
  await say(`alto\n${'a\n'.repeat(4_990)}fin`);
  await say(`Z\u0301${'\u0301'.repeat(2_000)}algo`);
  await say('después');
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  const tall = message(page, 'alto');
  const heightOf = async () => (await tall.boundingBox())?.height ?? 0;
  await expect(message(page, 'después')).toBeInViewport();
  await expect.poll(heightOf).toBeLessThan(700);
  await tall.getByRole('button', { name: 'Ver más' }).click();
  await expect.poll(heightOf).toBeGreaterThan(50_000);
  await tall.getByRole('button', { name: 'Ver menos' }).click();
  await expect.poll(heightOf).toBeLessThan(700);
  await attach(page, logo);
  await page.screenshot({ path: test.info().outputPath('asked.png') });
  await sendIt(page);
  await expect(thumbnail(page, logo.name)).toBeVisible();
});
