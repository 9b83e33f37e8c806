import { type Browser, expect, type Page } from '@playwright/test';
import type { Administration } from './support/administration.ts';
import { dialog, expectFailure, expectNotice, press } from './support/desk.ts';
import { attach, picture } from './support/files.ts';
import { chooseFromMenu, menuButton, openMenu } from './support/message-menu.ts';
import {
  arrive,
  arriveInChat,
  chatEntry,
  composer,
  expectSent,
  message,
  openChat,
  write,
} from './support/people.ts';
import { find, results, searchFor } from './support/search.ts';
import { sendDialog, sendIt, thumbnail } from './support/sending-files.ts';
import { administrator, type RunningServer } from './support/server.ts';
import { test } from './support/test.ts';

const editBox = (page: Page) => page.getByRole('textbox', { name: 'Editar mensaje' });
const bar = (page: Page) => page.getByRole('region', { name: 'Editando mensaje' });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const options = (page: Page, text: string) => menuButton(message(page, text).first());

/** Ana and Bruno in the chat of a group of their own. */
async function meet(browser: Browser, server: RunningServer, administration: Administration) {
  const group = await administration.registerGroup('ediciones');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  return { group, ana, bruno, anas, brunos };
}

test('what its author says anew is what everybody reads: in the chat, in quotes, in what was found, and who watches', async ({
  browser,
  server,
  administration,
}) => {
  const { group, ana, anas, brunos } = await meet(browser, server, administration);
  await write(anas, 'Nos vemos el jueves');
  await chooseFromMenu(brunos, 'jueves', 'Responder');
  await write(brunos, 'De acuerdo');
  await chooseFromMenu(brunos, 'jueves', 'Responder');
  await searchFor(brunos, 'jueves');
  await find(brunos, 'jueves');
  const watching = await arrive(browser, server.url, administrator, '/admin/chats');
  await watching.getByPlaceholder('Buscar por email').fill(ana.email);
  const watched = watching.getByRole('list', { name: 'Conversaciones' }).getByRole('button');
  await watched.filter({ hasText: group.name }).click();
  await expect(message(watching, 'De acuerdo')).toBeVisible();

  await composer(anas).fill('a medias');
  await chooseFromMenu(anas, 'Nos vemos', 'Editar');
  await expect(editBox(anas)).toHaveValue('Nos vemos el jueves');
  await expect(editBox(anas)).toBeFocused();
  await expect(bar(anas)).toContainText('Nos vemos el jueves');
  await editBox(anas).fill('Nos vemos el viernes');
  await editBox(anas).press('Enter');
  await expect(bar(anas)).toBeHidden();
  await expect(composer(anas)).toHaveValue('a medias');
  await expect(composer(anas)).toBeFocused();

  for (const page of [anas, brunos, watching]) {
    const said = message(page, 'Nos vemos el viernes').first();
    await expect(said.getByText('editado')).toBeVisible();
    await expect(message(page, 'De acuerdo')).toContainText('Nos vemos el viernes');
    await expect(message(page, 'jueves')).toHaveCount(0);
  }
  const replying = brunos.getByRole('region', { name: 'Respondiendo a' });
  await expect(replying).toContainText('Nos vemos el viernes');
  await expect(results(brunos)).toHaveCount(0);
  await find(brunos, 'viernes');
});

test('by keyboard alone: the arrow up in an empty box edits the last own message, Escape calls it off', async ({
  browser,
  server,
  administration,
}) => {
  const { bruno, anas, brunos } = await meet(browser, server, administration);
  await write(anas, 'Hola');
  await write(anas, 'Lo mira alguien');
  await write(brunos, 'Yo no');
  await expect(message(anas, 'Yo no')).toBeVisible();
  await expectSent(anas, 'Lo mira alguien');

  await composer(anas).press('ArrowUp');
  await expect(editBox(anas)).toHaveValue('Lo mira alguien');
  await anas.keyboard.type('?');
  await anas.keyboard.press('Escape');
  await expect(bar(anas)).toBeHidden();
  await expect(composer(anas)).toHaveValue('');

  await composer(anas).press('ArrowUp');
  await expect(editBox(anas)).toHaveValue('Lo mira alguien');
  await anas.keyboard.type(`: @${bruno.email.slice(0, 8)}`);
  await expect(anas.getByRole('option', { name: bruno.email })).toBeVisible();
  await anas.keyboard.press('Enter');
  await anas.keyboard.press('Enter');
  const said = message(brunos, `Lo mira alguien: @${bruno.email}`);
  await expect(said).toContainText('Te mencionó');
  await expect(said.getByText('editado')).toBeVisible();
  await expect(message(anas, 'Lo mira alguien:').getByText('editado')).toBeVisible();

  await composer(anas).press('ArrowUp');
  await expect(editBox(anas)).toHaveValue(`Lo mira alguien: @${bruno.email} `);
  await anas.keyboard.press('Backspace');
  await anas.keyboard.press('Backspace');
  await expect(editBox(anas)).toHaveValue('Lo mira alguien: ');
  await anas.keyboard.press('Enter');
  await expect(said).toHaveCount(0);
  await expect(message(brunos, 'Lo mira alguien:')).not.toContainText('Te mencionó');

  await write(brunos, 'Bueno, yo');
  await expectSent(brunos, 'Bueno, yo');
  await composer(brunos).press('ArrowUp');
  await editBox(brunos).fill('Bueno, pues yo');
  await editBox(brunos).press('Enter');
  await expect(chatPreview(anas)).toContainText('Bueno, pues yo');
});

const chatPreview = (page: Page) =>
  page.getByRole('list', { name: 'Conversaciones' }).getByRole('button').first();

test('an edit that cannot be saved keeps what was typed and says why, and goes on when it can', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server, administration);
  await write(anas, 'Con red');
  await expect(message(brunos, 'Con red')).toBeVisible();
  await chooseFromMenu(anas, 'Con red', 'Editar');
  await editBox(anas).fill('Sin red');
  await anas.context().setOffline(true);
  await editBox(anas).press('Enter');
  await expectFailure(anas, 'No se pudo guardar el cambio');
  await expect(editBox(anas)).toHaveValue('Sin red');
  await anas.context().setOffline(false);
  await anas.getByRole('button', { name: 'Guardar' }).click();
  await expect(message(brunos, 'Sin red')).toBeVisible();
});

test('the caption of an own file is edited and may go; the file stays', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server, administration);
  await attach(anas, picture('obra.png', 320, 200));
  await sendDialog(anas).getByRole('textbox').fill('La fachada sur');
  await sendIt(anas);
  await expect(message(brunos, 'La fachada sur')).toBeVisible();
  await chooseFromMenu(anas, 'La fachada sur', 'Editar');
  await editBox(anas).fill('La fachada norte');
  await editBox(anas).press('Enter');
  await expect(message(brunos, 'La fachada norte').getByText('editado')).toBeVisible();
  await chooseFromMenu(anas, 'La fachada norte', 'Editar');
  await editBox(anas).fill('');
  await editBox(anas).press('Enter');
  await expect(message(brunos, 'La fachada')).toHaveCount(0);
  await expect(thumbnail(brunos, 'obra.png')).toBeVisible();
  await expect(message(brunos, 'editado')).toHaveCount(1);
});

test('its author takes a message away for everybody, and is asked first; others cannot', async ({
  browser,
  server,
  administration,
}) => {
  const { anas, brunos } = await meet(browser, server, administration);
  await write(anas, 'Antes');
  await write(anas, 'Esto sobra');
  await expect(message(brunos, 'Esto sobra')).toBeVisible();
  await openMenu(brunos, 'Esto sobra');
  await expect(entry(brunos, 'Reenviar')).toBeVisible();
  await expect(entry(brunos, 'Eliminar')).toHaveCount(0);
  await expect(entry(brunos, 'Editar')).toHaveCount(0);
  await brunos.keyboard.press('Escape');

  await chooseFromMenu(anas, 'Esto sobra', 'Eliminar');
  await expect(dialog(anas)).toContainText('El mensaje desaparecerá para todos.');
  await press(anas, 'Cancelar');
  await expect(options(anas, 'Esto sobra')).toBeFocused();
  await chooseFromMenu(anas, 'Esto sobra', 'Eliminar');
  await press(anas, 'Eliminar');
  await expectNotice(anas, 'Mensaje eliminado correctamente.');
  for (const page of [anas, brunos]) {
    await expect(message(page, 'Esto sobra')).toHaveCount(0);
    await expect(chatPreview(page)).toContainText('Antes');
  }
  await expect(options(anas, 'Antes')).toBeFocused();
});

test('in one’s own chat too', async ({ browser, server, administration }) => {
  const ana = await administration.registerUser('ana');
  const page = await arrive(browser, server.url, ana, '/chats/me');
  await write(page, 'Comprar pan');
  await chooseFromMenu(page, 'Comprar pan', 'Editar');
  await editBox(page).fill('Comprar pan y leche');
  await editBox(page).press('Enter');
  await expect(message(page, 'Comprar pan y leche').getByText('editado')).toBeVisible();
  await chooseFromMenu(page, 'Comprar pan', 'Eliminar');
  await press(page, 'Eliminar');
  await expect(message(page, 'Comprar pan')).toHaveCount(0);
});

test('what is being edited waits while another chat is open', async ({
  browser,
  server,
  administration,
}) => {
  const { group, bruno, anas } = await meet(browser, server, administration);
  await write(anas, 'Borrador');
  await chooseFromMenu(anas, 'Borrador', 'Editar');
  await editBox(anas).fill('Borrador corregido');
  await chatEntry(anas, bruno.email).click();
  await expect(composer(anas)).toHaveValue('');
  await chatEntry(anas, 'General').click();
  await expect(editBox(anas)).toHaveValue('Borrador corregido');
  await anas.keyboard.press('Escape');
  await openChat(anas, group, 'General');
  await expect(composer(anas)).toHaveValue('');
});
