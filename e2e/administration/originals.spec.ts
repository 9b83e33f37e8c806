import { expect, type Page } from '@playwright/test';
import { type Administration, callsOf } from '../support/administration.ts';
import { noBarriers } from '../support/barriers.ts';
import { dialog, press } from '../support/desk.ts';
import { chooseByKeys, chooseFromMenu, menuButton, openMenu } from '../support/message-menu.ts';
import { arrive, message } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

const title = (page: Page) => page.getByRole('dialog', { name: 'Historial del mensaje' });
const versions = (page: Page) =>
  title(page).getByRole('list', { name: 'Versiones anteriores' }).getByRole('listitem');

/** Ana and Bruno in a group's chat; she has written two messages and can edit them. */
async function anaWrites(url: string, administration: Administration) {
  const group = await administration.registerGroup('historial');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await callsOf(url, ana);
  const [general] = await anas<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const send = async (content: string) => {
    const path = `/chats/${general?.chatUuid}/messages`;
    const [sent] = await anas<{ uuid: string }[]>('POST', path, { type: 'TEXT', content });
    return sent?.uuid ?? '';
  };
  const edit = (uuid: string, content: string, mentionedUserIds: string[] = []) =>
    anas('PUT', `/chats/messages/${uuid}`, { content, mentionedUserIds });
  await send('Nunca cambiado');
  const uuid = await send('Nos vemos a las nueve');
  return { group, ana, bruno, anas, edit, uuid };
}

async function watch(page: Page, name: string): Promise<void> {
  await page.getByRole('list', { name: 'Conversaciones' }).getByText(name).click();
}

test('an administrator reads what a message said before, by keyboard alone and live', async ({
  browser,
  server,
  administration,
}) => {
  const { group, ana, bruno, anas, edit, uuid } = await anaWrites(server.url, administration);
  await edit(uuid, `A las diez, @${bruno.email}`, [ana.uuid, bruno.uuid]);
  await edit(uuid, 'A las once');
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await watch(page, group.name);
  await openMenu(page, 'Nunca cambiado');
  await expect(page.getByRole('menuitem', { name: 'Reenviar' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Ver historial' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await chooseByKeys(page, 'A las once', 'Ver historial');
  await expect(versions(page)).toHaveCount(2);
  await expect(versions(page).nth(0)).toContainText('Nos vemos a las nueve');
  await expect(versions(page).nth(0)).toContainText(
    /De \d\d:\d\d [AP]M a \d\d:\d\d [AP]M.*Editado/,
  );
  await expect(versions(page).nth(1)).toContainText(`A las diez, @${bruno.email}`);
  await expect(versions(page).nth(1)).toContainText(`Menciona a ${ana.email}`);
  await expect(title(page)).not.toContainText('A las once');
  await noBarriers(page);
  await page.keyboard.press('Escape');
  await expect(title(page)).toHaveCount(0);
  await expect(menuButton(message(page, 'A las once'))).toBeFocused();

  await chooseFromMenu(page, 'A las once', 'Ver historial');
  await expect(versions(page)).toHaveCount(2);
  await edit(uuid, 'A las doce');
  await expect(versions(page)).toHaveCount(3);
  await expect(versions(page).nth(2)).toContainText('A las once');
  await anas('DELETE', `/chats/messages/${uuid}`);
  await expect(versions(page)).toHaveCount(4);
  await expect(versions(page).nth(3)).toContainText('A las doce');
  await expect(versions(page).nth(3)).toContainText('Eliminado');
  await press(page, 'Cerrar');

  await page.getByRole('button', { name: 'Registro de auditoría' }).click();
  const lines = dialog(page).getByRole('listitem').filter({ hasText: ana.email });
  const read = lines.filter({ hasText: 'leyó el historial de un mensaje' });
  await expect(read).toHaveCount(4);
});

test('a long history comes in pages, and stays while the message is edited', async ({
  browser,
  server,
  administration,
}) => {
  const { group, edit, uuid } = await anaWrites(server.url, administration);
  for (let n = 1; n <= 60; n++) await edit(uuid, `Versión ${n}`);
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await watch(page, group.name);
  await chooseFromMenu(page, 'Versión 60', 'Ver historial');
  await expect(versions(page)).toHaveCount(50);
  await press(page, 'Mostrar más');
  await expect(versions(page)).toHaveCount(60);
  await expect(versions(page).last()).toContainText('Versión 59');
  await expect(title(page).getByRole('button', { name: 'Mostrar más' })).toHaveCount(0);
  await edit(uuid, 'Versión 61');
  await expect(versions(page)).toHaveCount(61);
});
