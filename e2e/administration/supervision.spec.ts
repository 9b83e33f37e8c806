import { expect, type Page } from '@playwright/test';
import { type Administration, administrationOf } from '../support/administration.ts';
import { barriers } from '../support/barriers.ts';
import { chooseFromRowMenu, dialog, expectNotice, press } from '../support/desk.ts';
import { arrive, arriveInChat, message, write } from '../support/people.ts';
import { administrator, startServer } from '../support/server.ts';
import { test } from '../support/test.ts';

const LINE = 'Este chat puede ser supervisado';
const REASON = 'Queja formal 12/2026';

const entryOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Conversaciones' }).getByRole('button').filter({ hasText: text });

/** Ana and Bruno in a group. */
async function registerTwo(administration: Administration) {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  return { group, ana, bruno };
}

test('group and direct chats say that they may be supervised, and Mi chat does not', async ({
  browser,
  server,
  administration,
}) => {
  const { group, ana, bruno } = await registerTwo(administration);
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await expect(page.getByText(LINE)).toBeVisible();
  await page.goto(`${server.url}/chats/me`);
  await expect(page.getByRole('heading', { name: 'Mi chat' })).toBeVisible();
  await expect(page.getByText(LINE)).toHaveCount(0);
});

test('with SUPERVISION=reason a conversation opens with a reason, and closes, also when it is closed elsewhere', async ({
  browser,
}) => {
  const server = await startServer({ SUPERVISION: 'reason' });
  try {
    const administration = await administrationOf(server.url);
    const { group, ana, bruno } = await registerTwo(administration);
    const anas = await arriveInChat(browser, server.url, ana, group, bruno.email);
    await expect(anas.getByText(LINE)).toBeVisible();
    await write(anas, 'Esto va entre nosotros');

    const page = await arrive(browser, server.url, administrator, '/admin/chats');
    await expect(entryOf(page, ana.email)).toBeVisible();
    await expect(page.getByText('Esto va entre nosotros')).toHaveCount(0);
    await entryOf(page, ana.email).click();
    await expect(dialog(page)).toContainText('Abrir conversación');
    expect(await barriers(page)).toEqual([]);
    await dialog(page).getByLabel('Motivo').fill('Corto');
    await press(page, 'Abrir conversación');
    await expect(dialog(page)).toContainText('El motivo debe tener entre 10 y 500 caracteres');
    await dialog(page).getByLabel('Motivo').fill(REASON);
    await press(page, 'Abrir conversación');
    await expect(message(page, 'Esto va entre nosotros')).toBeVisible();
    await expect(page.getByText(/Abierta hasta las \d\d:\d\d/)).toBeVisible();
    await write(anas, 'Y esto también');
    await expect(message(page, 'Y esto también')).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar conversación' }).click();
    await expect(message(page, 'Esto va entre nosotros')).toHaveCount(0);
    await expect(page.getByText('Y esto también')).toHaveCount(0);
    await entryOf(page, ana.email).click();
    await expect(dialog(page)).toContainText('Abrir conversación');

    await dialog(page).getByLabel('Motivo').fill(REASON);
    await press(page, 'Abrir conversación');
    await expect(message(page, 'Esto va entre nosotros')).toBeVisible();
    const [chat] = await administration.call<{ uuid: string }[]>('GET', '/chats');
    await administration.call('DELETE', `/chats/${chat?.uuid}/supervisions`);
    await expect(message(page, 'Esto va entre nosotros')).toHaveCount(0);
    await expect(page.getByText('Esto va entre nosotros')).toHaveCount(0);
  } finally {
    await server.remove();
  }
});

test('with SUPERVISION=off nothing is listed, no chat says that it may be supervised, and a supervisor has the list of holds, and ends one', async ({
  browser,
}) => {
  const server = await startServer({ SUPERVISION: 'off' });
  try {
    const administration = await administrationOf(server.url);
    const { group, ana, bruno } = await registerTwo(administration);
    const anas = await arriveInChat(browser, server.url, ana, group, bruno.email);
    await write(anas, 'Esto va entre nosotros');
    await expect(anas.getByText(LINE)).toHaveCount(0);
    const page = await arrive(browser, server.url, administrator, '/admin/chats');
    await expect(page.getByText('La supervisión de conversaciones está desactivada')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Conversaciones' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Registro de auditoría' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);

    await administration.call('PUT', `/users/${ana.uuid}/hold`, { hold: true, reason: REASON });
    await page.getByRole('button', { name: 'Lo que se conserva', exact: true }).press('Enter');
    const held = dialog(page).getByRole('list', { name: 'Lo que se conserva' });
    await expect(held).toContainText(ana.email);
    await held.getByRole('button', { name: `Cambiar: ${ana.email}` }).press('Enter');
    await dialog(page)
      .getByRole('button', { name: 'Dejar de conservar', exact: true })
      .press('Enter');
    await dialog(page).getByRole('button', { name: 'Dejar de conservar' }).press('Enter');
    await expect(dialog(page)).toContainText('No se conserva nada por requerimiento');
  } finally {
    await server.remove();
  }
});

test('one administrator takes supervision from another, by the own password', async ({
  browser,
  server,
  administration,
}) => {
  const fina = { email: 'fina-supervisa@empresa.local', password: 'secreta-123' };
  await administration.call('POST', '/users', {
    ...fina,
    firstName: 'Fina',
    lastName: 'Gil',
    role: 'ADMIN',
    currentPassword: administrator.password,
  });
  const page = await arrive(browser, server.url, administrator, '/admin/users');
  await chooseFromRowMenu(page, fina.email, 'Editar');
  await expect(dialog(page).getByLabel('Tu contraseña')).toHaveCount(0);
  await dialog(page).getByRole('switch', { name: 'Puede supervisar conversaciones' }).click();
  await dialog(page).getByLabel('Tu contraseña').fill(administrator.password);
  await press(page, 'Actualizar');
  await expectNotice(page, 'Usuario actualizado correctamente');
  const finas = await arrive(browser, server.url, fina, '/admin/chats');
  await expect(finas.getByText('La supervisión de conversaciones está desactivada')).toBeVisible();
});
