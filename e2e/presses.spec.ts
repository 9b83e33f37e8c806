import { expect, type Page } from '@playwright/test';
import { attach } from './support/files.ts';
import { arriveInChat, chatEntry, message, write, writerOf } from './support/people.ts';
import { pressWhile } from './support/press-while.ts';
import { sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';
import { pause, play, tone } from './support/voice.ts';

const expectArrived = (page: Page, text: string): Promise<void> =>
  expect(message(page, text).getByRole('img', { name: /Entregado|Visto/ })).toBeVisible();

test('a press on a message opens its menu, though another message comes before the pointer is let go', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('prisas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  for (let line = 0; line < 30; line += 1) await write(brunos, `línea ${line}`);
  const last = message(anas, 'línea 29');
  await expect(last).toBeInViewport();

  await pressWhile(last.getByRole('button', { name: 'Opciones del mensaje' }), async () => {
    await write(brunos, 'Y otra\nde dos líneas');
    await expectArrived(brunos, 'Y otra');
  });
  await expect(anas.getByRole('menu')).toBeVisible();
  await expect(message(anas, 'Y otra')).toBeInViewport();
});

test('a press on a chat opens it, though a message moves another one into its place', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('orden');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const carla = await administration.registerUser('carla', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  const carlaWrites = await writerOf(server.url, carla, group, ana);
  await write(brunos, 'Hola');
  await expectArrived(brunos, 'Hola');
  await carlaWrites('Buenas');
  const chats = anas.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem');
  await expect(chats.nth(1)).toContainText('Buenas');

  await pressWhile(chatEntry(anas, carla.email), async () => {
    await write(brunos, '¿Estás?');
    await expectArrived(brunos, '¿Estás?');
  });
  await expect(anas.getByRole('heading', { name: carla.email })).toBeVisible();
  await expect(chats.nth(1)).toContainText('¿Estás?');
});

test('a press on an icon counts, though the icon changes before the pointer is let go', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('iconos');
  const ana = await administration.registerUser('ana', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  await attach(anas, tone('breve.wav', 3));
  await sendIt(anas);
  const player = anas.getByRole('group', { name: 'Audio breve.wav' });
  await play(player).click();
  await pressWhile(pause(player), async () => {
    await expect(play(player)).toBeVisible();
  });
  await expect(pause(player)).toBeVisible();
});
