import { expect, type Page } from '@playwright/test';
import { type Administration, administrationOf } from './support/administration.ts';
import { dialog, row } from './support/desk.ts';
import {
  button,
  chooseByKeys,
  expectKept,
  leaveByKeys,
  pressByKey,
  walkDialog,
} from './support/keyboard.ts';
import { dialogs } from './support/look-at.ts';
import { arrive, message, writerOf } from './support/people.ts';
import { administrator, startServer } from './support/server.ts';
import { test } from './support/test.ts';

const REASON = 'Queja formal 12/2026';
const entries = (page: Page) =>
  page.getByRole('list', { name: 'Conversaciones' }).getByRole('button');
const reason = (page: Page) => dialog(page).getByRole('textbox', { name: 'Motivo' });

/** Ana has written to her group; Bruno is deleted, and so is another group. */
async function gather(url: string, { call, registerGroup, registerUser }: Administration) {
  const group = await registerGroup('ventas');
  const ana = await registerUser('ana', [group]);
  const bruno = await registerUser('bruno');
  const anaWrites = await writerOf(url, ana, group);
  await anaWrites('Esto va entre nosotros');
  await call('DELETE', `/users/${bruno.uuid}`);
  const old = await registerGroup('antigua');
  await call('DELETE', `/groups/${old.uuid}`);
  return { group, ana, bruno, old };
}

/** A refusal leaves the keyboard in the field. */
async function giveReason(page: Page, submit: string): Promise<void> {
  await expect(reason(page)).toBeFocused();
  await page.keyboard.type('Corto');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('El motivo debe tener entre 10 y 500 caracteres');
  await expect(reason(page)).toBeFocused();
  await page.keyboard.type(`. ${REASON}`);
  await pressByKey(page, button(dialog(page), submit));
  await expect(dialogs(page)).toHaveCount(0);
}

/** 'Chats', from its dialogs to a conversation that opens and closes. */
async function walkChats(page: Page): Promise<void> {
  await walkDialog(page, button(page, 'Lo que se conserva'), 'by Escape');
  await walkDialog(page, button(page, 'Registro de auditoría'), 'by Escape');
  await walkDialog(page, entries(page).first(), 'by its button alone');
  await page.keyboard.press('Enter');
  await giveReason(page, 'Abrir conversación');
  await expect(message(page, 'Esto va entre nosotros')).toBeVisible();
  await walkDialog(page, button(page, 'Exportar conversación'), 'by Escape');
  const hold = button(page, 'Conservar por requerimiento');
  await walkDialog(page, hold, 'by its button alone');
  await page.keyboard.press('Enter');
  await giveReason(page, 'Conservar');
  await expect(hold).toBeFocused();
  await pressByKey(page, button(page, 'Cerrar conversación'));
  await expect(message(page, 'Esto va entre nosotros')).toHaveCount(0);
  await expect(entries(page).first()).toBeFocused();
}

/** The list of what is deleted, and the question before one of it is erased. */
async function walkDeleted(page: Page, name: string, field: string): Promise<void> {
  const deleted = button(page, 'Eliminados');
  await walkDialog(page, deleted, 'by Escape');
  await page.keyboard.press('Enter');
  const options = button(dialog(page), `Opciones de ${name}`);
  await options.waitFor();
  await chooseByKeys(page, options, 'Borrar definitivamente');
  await leaveByKeys(page, 'by its button alone');
  await expect(options).toBeFocused();
  await chooseByKeys(page, options, 'Borrar definitivamente');
  const typed = dialog(page).getByLabel(field);
  await pressByKey(page, typed);
  await expect(typed).toHaveAttribute('aria-invalid', 'true');
  await expect(typed).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /borrad[ao]/ })).toBeVisible();
  await expect(dialogs(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(deleted).toBeFocused();
}

test('every dialog of supervision, holds, exports, erasure and the notice goes by keys alone', async ({
  browser,
}) => {
  test.slow();
  // A notice concerns everybody, and so does the way conversations open.
  const server = await startServer({ SUPERVISION: 'reason' });
  const administration = await administrationOf(server.url);
  const { group, ana, bruno, old } = await gather(server.url, administration);
  const page = await arrive(browser, server.url, administrator, '/admin/chats');
  await walkChats(page);

  await page.goto('/admin/users');
  const options = row(page, ana.email).getByRole('button', { name: 'Opciones' });
  await options.waitFor();
  await chooseByKeys(page, options, 'Descargar datos');
  await leaveByKeys(page, 'by Escape');
  await expect(options).toBeFocused();
  await walkDeleted(page, bruno.email, 'Escribe su correo para confirmar');
  await page.goto('/admin/groups');
  const days = row(page, group.name).getByRole('button', { name: 'Conservación de mensajes' });
  await walkDialog(page, days, 'by its button alone');
  await walkDeleted(page, old.name, 'Escribe su nombre para confirmar');

  await page.goto('/admin/notice');
  await walkDialog(page, button(page, 'Escribir el aviso').first(), 'by its button alone');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Texto del aviso')).toBeFocused();
  await expectKept(page);
  await pressByKey(page, button(dialog(page), 'Publicar'));
  await pressByKey(page, button(page, 'He leído el aviso'));
  await expect(button(page, 'Publicar otra versión')).toBeVisible();
  await expect(dialogs(page)).toHaveCount(0);
  await walkDialog(page, button(page, 'Publicar otra versión'), 'by its button alone');
  await walkDialog(page, button(page, 'Retirar'), 'by Escape');
  await server.remove();
});
