import { expect } from '@playwright/test';
import { press } from '../support/desk.ts';
import { arrive, arriveInChat, message, write } from '../support/people.ts';
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
  await page.getByPlaceholder('Buscar por email').fill(ana.email);
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
  await press(page, 'Eliminar');
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
