import { expect, type Page } from '@playwright/test';
import { type Administration, administrationOf } from '../support/administration.ts';
import { barriers } from '../support/barriers.ts';
import { dialog, press } from '../support/desk.ts';
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
