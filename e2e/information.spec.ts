import { expect, type Page } from '@playwright/test';
import { barriers, noBarriers } from './support/barriers.ts';
import { dialog, expectFailure, press } from './support/desk.ts';
import { chooseByKeys, chooseFromMenu, menuButton, openMenu } from './support/message-menu.ts';
import { arrive, arriveInChat, message, openChat, write } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const TITLE = 'Información del mensaje';

/** The people in one of the three lists. */
const people = (page: Page, list: string) =>
  page.getByRole('dialog', { name: TITLE }).getByRole('list', { name: list }).getByRole('listitem');

test('who wrote a message sees live who has got and seen it, and when', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('avisos');
  const [ana, bruno, carla] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
    await administration.registerUser('carla', [group]),
  ];
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, 'Mañana no hay comedor');
  await expect(message(page, 'Mañana no hay comedor').getByLabel('Enviado')).toBeVisible();
  await chooseByKeys(page, 'Mañana no hay comedor', 'Información');
  await expect(people(page, 'Pendiente')).toHaveCount(2);
  await expect(people(page, 'Pendiente').filter({ hasText: carla.email })).toBeVisible();
  await expect(people(page, 'Visto por')).toHaveCount(0);

  const brunos = await arrive(browser, server.url, bruno, '/chats/me');
  const got = people(page, 'Entregado a').filter({ hasText: bruno.email });
  await expect(got).toContainText(/\d\d:\d\d [AP]M/);
  await expect(people(page, 'Pendiente')).toHaveCount(1);
  await openChat(brunos, group, 'General');
  const seen = people(page, 'Visto por').filter({ hasText: bruno.email });
  await expect(seen).toContainText(/\d\d:\d\d [AP]M/);
  await expect(people(page, 'Entregado a')).toHaveCount(0);
  await expect(dialog(page)).toContainText('Nadie');
  await expect(dialog(page).getByRole('button', { name: 'Actualizar' })).toHaveCount(0);
  await noBarriers(page);

  await administration.call('POST', `/users/${carla.uuid}/block`);
  await expect(people(page, 'Pendiente')).toHaveCount(0);
  await administration.call('POST', `/users/${carla.uuid}/unblock`);
  await expect(people(page, 'Pendiente')).toHaveCount(1);
  await administration.call('DELETE', `/groups/${group.uuid}/users/${carla.uuid}`);
  await expect(people(page, 'Pendiente')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(menuButton(message(page, 'Mañana no hay comedor'))).toBeFocused();

  await write(brunos, 'Qué pena');
  await openMenu(page, 'Qué pena');
  await expect(page.getByRole('menuitem', { name: 'Reenviar' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Información' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.goto('/chats/me');
  await write(page, 'Traer bocadillo');
  await openMenu(page, 'Traer bocadillo');
  await expect(page.getByRole('menuitem', { name: 'Información' })).toHaveCount(0);
});

test('in a direct chat it tells of the other one, and goes with a message that is deleted', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('pareja');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await write(page, 'Te lo dejo en la mesa');
  await expect(message(page, 'Te lo dejo en la mesa').getByLabel('Enviado')).toBeVisible();
  await chooseFromMenu(page, 'Te lo dejo en la mesa', 'Información');
  await expect(people(page, 'Pendiente')).toHaveText([new RegExp(bruno.email)]);
  const watcher = await arrive(browser, server.url, administrator, '/admin/chats');
  const entries = watcher.getByRole('list', { name: 'Conversaciones' });
  await entries.getByText('Te lo dejo en la mesa').click();
  await chooseFromMenu(watcher, 'Te lo dejo en la mesa', 'Información');
  await expect(people(watcher, 'Pendiente')).toHaveCount(1);
  await expect(dialog(watcher)).toContainText('Cada consulta queda en el registro de auditoría.');

  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await expect(message(brunos, 'Te lo dejo en la mesa')).toBeVisible();
  await expect(people(page, 'Visto por')).toHaveCount(1);
  await expect(people(watcher, 'Visto por')).toHaveCount(1);
  await press(watcher, 'Actualizar');
  await press(watcher, 'Cerrar');
  await message(watcher, 'Te lo dejo en la mesa').hover();
  await watcher.getByRole('button', { name: 'Eliminar mensaje' }).click();
  await press(watcher, 'Eliminar');
  await expectFailure(page, 'El mensaje ya no está disponible.');
  await expect(dialog(page)).toHaveCount(0);
});

test('after a connection was lost it says what happened meanwhile', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('corte');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, '¿Hay luz?');
  await expect(message(page, '¿Hay luz?').getByLabel('Enviado')).toBeVisible();
  await chooseFromMenu(page, '¿Hay luz?', 'Información');
  await expect(people(page, 'Pendiente')).toHaveCount(1);
  await page.context().setOffline(true);
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  await expect(message(brunos, '¿Hay luz?')).toBeVisible();
  await page.context().setOffline(false);
  await expect(people(page, 'Visto por')).toHaveCount(1);
});

test('of thousands of people those near the screen are drawn, each in their list', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('todos');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, 'Bienvenidos');
  await expect(message(page, 'Bienvenidos').getByLabel('Enviado')).toBeVisible();
  const at = new Date().toISOString();
  const many = (count: number, kind: string) =>
    Array.from({ length: count }, (_, place) => ({
      uuid: `${kind}-${place}`,
      email: `${kind}-${place}@empresa.local`,
      at,
    }));
  const content = {
    seenBy: many(900, 'visto'),
    deliveredTo: many(600, 'entregado'),
    pending: many(500, 'pendiente').map(({ uuid, email }) => ({ uuid, email })),
  };
  // Registering so many people would take minutes; the test is about the page alone.
  await page.route('**/api/chats/messages/*/info', (route) =>
    route.fulfill({ json: { content, statusCode: 200, message: 'OK', pagination: null } }),
  );
  await chooseFromMenu(page, 'Bienvenidos', 'Información');
  await expect(people(page, 'Visto por').first()).toHaveAttribute('aria-setsize', '900');
  expect(await dialog(page).getByRole('listitem').count()).toBeLessThan(200);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(page.getByText('pendiente-499@empresa.local')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(page.getByText('visto-0@empresa.local')).toBeInViewport();
});
