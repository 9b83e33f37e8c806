import { expect } from '@playwright/test';
import { dialog, expectNotice, press } from '../support/desk.ts';
import { arrive, arriveInChat, message, write, writerOf } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

test('an administrator reads along live without changing a tick or a counter, and deletes a message for everybody', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('vigilado');
  const [ana, bruno] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
  ];
  const anas = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await write(anas, 'Esto va entre nosotros');
  await expect(message(anas, 'Esto va entre nosotros').getByLabel('Enviado')).toBeVisible();

  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await page.getByPlaceholder('Buscar por email').fill(ana.email.toUpperCase());
  const list = page.getByRole('list', { name: 'Conversaciones' });
  await list
    .getByText(`${ana.email} / ${bruno.email}`)
    .or(list.getByText(`${bruno.email} / ${ana.email}`))
    .click();
  await expect(message(page, 'Esto va entre nosotros')).toBeVisible();
  await expect(message(anas, 'Esto va entre nosotros').getByLabel('Enviado')).toBeVisible();

  await write(anas, 'Y esto también');
  await expect(message(page, 'Y esto también')).toBeVisible();
  const brunos = await arrive(browser, server.url, bruno);
  const unread = brunos.getByRole('link', { name: `${group.name} 2 mensaje(s) sin leer` });
  await expect(unread).toBeVisible();

  const first = message(page, 'Esto va entre nosotros');
  await first.hover();
  await first.getByRole('button', { name: 'Eliminar mensaje' }).click();
  await press(page, 'Cancelar');
  await expect(dialog(page)).toBeHidden();
  await first.hover();
  await first.getByRole('button', { name: 'Eliminar mensaje' }).click();
  await press(page, 'Eliminar');
  await expectNotice(page, 'Mensaje eliminado correctamente.');
  await expect(message(page, 'Esto va entre nosotros')).toHaveCount(0);
  await expect(message(anas, 'Esto va entre nosotros')).toHaveCount(0);
  await expect(message(anas, 'Y esto también')).toBeVisible();

  await page.getByRole('button', { name: 'Registro de auditoría' }).click();
  const lines = page.getByRole('list', { name: 'Acciones registradas' }).getByRole('listitem');
  const between = lines.filter({ hasText: ana.email });
  await expect(between.filter({ hasText: `eliminó un mensaje de ${ana.email}` })).toHaveCount(1);
  // The audit has a line for each range that was read, and one for following the chat live.
  await expect(between.filter({ hasText: 'leyó la conversación (mensaje' }).last()).toBeVisible();
  const followed = between.filter({ hasText: 'empezó a seguir la conversación en directo' });
  await expect(followed).toHaveCount(1);
});

test('an administrator sees the ticks of every message, and how they move on', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('marcado');
  const [ana, bruno] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
  ];
  const anas = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await write(anas, '¿Lo has visto?');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  const list = page.getByRole('list', { name: 'Conversaciones' });
  const entry = list.getByRole('listitem').filter({ hasText: '¿Lo has visto?' });
  await entry.click();
  const asked = message(page, '¿Lo has visto?');
  await expect(asked.getByLabel('Enviado')).toBeVisible();
  await expect(entry.getByLabel('Enviado')).toBeVisible();
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await expect(asked.getByLabel('Visto')).toBeVisible();
  await expect(entry.getByLabel('Visto')).toBeVisible();
  await write(brunos, 'Visto está');
  await expect(message(page, 'Visto está').getByLabel('Visto')).toBeVisible();
});

test("a group's chat is listed as 'CHAT GRUPAL' with its last message", async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('hablador');
  const ana = await administration.registerUser('anabel', [group]);
  const anaWrites = await writerOf(server.url, ana, group);
  await anaWrites('Reunión a las diez');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  const entry = page
    .getByRole('list', { name: 'Conversaciones' })
    .getByRole('listitem')
    .filter({ hasText: 'Reunión a las diez' });
  await expect(entry).toContainText('CHAT GRUPAL');
});

test("a group's chat that is read along follows its group when that is renamed, and goes with it", async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('pasajero');
  const ana = await administration.registerUser('anita', [group]);
  const anaWrites = await writerOf(server.url, ana, group);
  await anaWrites('Esto durará poco');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  const list = page.getByRole('list', { name: 'Conversaciones' });
  await list.getByText(group.name).click();
  await expect(message(page, 'Esto durará poco')).toBeVisible();

  const name = `${group.name}-nuevo`;
  await administration.call('POST', `/groups/${group.uuid}`, { name });
  await expect(list.getByText(name)).toBeVisible();
  await expect(page.getByRole('main').getByText(name)).toHaveCount(2);

  await administration.call('DELETE', `/groups/${group.uuid}`);
  await expect(page.getByRole('log', { name: 'Mensajes' })).toHaveCount(0);
  await expect(list.getByText(name)).toHaveCount(0);
});

test('on a phone the browser goes back from a chat that is read along to the list', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('de paso');
  const ana = await administration.registerUser('anais', [group]);
  const anaWrites = await writerOf(server.url, ana, group);
  await anaWrites('Se lee desde el teléfono');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await page.setViewportSize({ width: 390, height: 844 });
  const entry = page.getByRole('list', { name: 'Conversaciones' }).getByText(group.name);
  await entry.click();
  await expect(message(page, 'Se lee desde el teléfono')).toBeVisible();
  await page.goBack();
  await expect(entry).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/chats$/);
});
