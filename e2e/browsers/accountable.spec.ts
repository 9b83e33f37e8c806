import { expect } from '@playwright/test';
import { type Administration, administrationOf } from '../support/administration.ts';
import { writerOf } from '../support/people.ts';
import { administrator, startServer } from '../support/server.ts';
import { button, type Hands, handsOf, message } from './support/hands.ts';
import { test } from './support/test.ts';

const REASON = 'Queja formal 12/2026';
const inDialog = (css: string, text?: string) => ({ css: `[role=dialog] ${css}`, text });

/** By the keyboard. */
async function press(hands: Hands, sight: { css: string; text?: string }): Promise<void> {
  await hands.see(sight);
  await hands.focusOn(sight);
  await hands.press('Enter');
}

/** The number of the newest entry of that kind: the server has handed the file over. */
const lastOf = async ({ call }: Administration, action: string): Promise<number> => {
  const entries = await call<{ id: number }[]>('GET', `/admin/audit-events?action=${action}`);
  return entries[0]?.id ?? 0;
};

test('the notice is confirmed, a conversation opened for a reason until it ends, and the own data saved', async ({
  driver,
}) => {
  // A notice concerns everybody, and so does the way conversations open.
  const server = await startServer({ SUPERVISION: 'reason' });
  const administration = await administrationOf(server.url);
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const hands = handsOf(driver, server.url);
  await hands.arrive(ana, group);
  await hands.see({ css: 'main p', text: 'Este chat puede ser supervisado' });
  await hands.write('Esto va entre nosotros');
  await hands.see(message('Esto va entre nosotros'));
  await hands.type('Una frase a medias');
  await administration.call('PUT', '/notice', { text: 'Este chat es del trabajo.' });
  await hands.see({ css: 'main section, section', text: 'Este chat es del trabajo.' });
  await press(hands, button('He leído el aviso'));
  await hands.holds('Una frase a medias');
  await administration.call('POST', '/users/me/notice', { version: 1 });

  await hands.open('/account');
  await press(hands, button('Preparar la descarga'));
  await hands.see({ css: '[role=status]', text: 'Preparado: archivo ZIP' });
  await press(hands, button('Descargar'));
  await expect.poll(() => lastOf(administration, 'EXPORT_FETCHED')).toBeGreaterThan(0);

  await hands.signIn(administrator);
  await hands.open('/admin/chats');
  const entry = { css: 'ul button', text: group.name };
  await press(hands, entry);
  const reason = inDialog('textarea');
  await hands.hasFocus(reason);
  await hands.type('Corto');
  await hands.press('Tab');
  await hands.press('Enter');
  await hands.see(inDialog('form', 'El motivo debe tener entre 10 y 500 caracteres'));
  await hands.hasFocus(reason);
  await hands.press('Escape');
  await hands.type(`. ${REASON}`);
  await hands.press('Tab');
  await hands.press('Enter');
  await hands.see(message('Esto va entre nosotros'));
  await hands.see({ css: 'header p', text: 'Abierta hasta las ' });
  const [chat] = await administration.call<{ uuid: string }[]>('GET', '/chats');
  await administration.call('DELETE', `/chats/${chat?.uuid}/supervisions`);
  await hands.see({ css: '[role=status]', text: 'La conversación se ha cerrado' });
  await hands.seeNo(message('Esto va entre nosotros'));
  await driver.open('about:blank');
  await server.remove();
});

/** With the keyboard on the button of the group's row. */
function focusRetention(name: string): void {
  const rows = [...document.querySelectorAll('tr')];
  const row = rows.find(({ textContent }) => textContent?.includes(name));
  row?.querySelector<HTMLElement>('[aria-label="Conservación de mensajes"]')?.focus();
}

/** The days of the group are found by the filter of actions, and saved as CSV. */
async function readAudit(hands: Hands, administration: Administration, name: string) {
  const saved = await lastOf(administration, 'AUDIT_EXPORTED');
  await press(hands, button('Registro de auditoría'));
  await press(hands, inDialog('button', 'Acción'));
  await hands.hasFocus({ css: 'input[aria-label="Buscar acción"]' });
  await hands.type('plazo de conservacion');
  await hands.seeNo({ css: '[role=option]', text: 'Sesión iniciada' });
  await hands.press('ArrowDown');
  await hands.press('Enter');
  await hands.see(inDialog('li', `fijó en 30,5 días el plazo de conservación del grupo ${name}`));
  await hands.seeNo(inDialog('li', 'requerimiento'));
  await press(hands, inDialog('button', 'Descargar CSV'));
  await expect.poll(() => lastOf(administration, 'AUDIT_EXPORTED')).toBeGreaterThan(saved);
  await hands.press('Escape');
  await hands.hasFocus(button('Registro de auditoría'));
}

test('a group keeps its messages for days, a conversation is held until that ends, and the audit tells of both', async ({
  hands,
  server,
  administration,
  team: { ana, group },
}) => {
  const anaWrites = await writerOf(server.url, ana, group);
  await anaWrites('Esto hay que guardarlo');
  await hands.signIn(administrator);
  await hands.open('/admin/groups');
  await hands.see({ css: 'tr', text: group.name });
  await hands.evaluate(focusRetention, group.name);
  await hands.press('Enter');
  await hands.see(inDialog('[role=switch]'));
  await hands.hasFocus(inDialog('[role=switch]'));
  await hands.type(' ');
  await hands.press('Tab');
  await hands.hasFocus(inDialog('input[inputmode=decimal]'));
  await hands.press('Enter');
  await hands.see(inDialog('form', 'Escribe un número de días'));
  await hands.hasFocus(inDialog('input[inputmode=decimal]'));
  await hands.type('30,5');
  await hands.press('Enter');
  await hands.see({ css: '[role=status]', text: 'Plazo de conservación guardado' });
  await hands.hasFocus({ css: 'button', text: 'Conservación de mensajes' });

  await hands.open('/admin/chats');
  await press(hands, { css: 'ul button', text: group.name });
  await hands.see(message('Esto hay que guardarlo'));
  await press(hands, button('Conservar por requerimiento'));
  await hands.hasFocus(inDialog('textarea'));
  await hands.type('Requerimiento del juzgado');
  await hands.press('Tab');
  await hands.press('Enter');
  await hands.see({ css: '[role=status]', text: 'Se conserva por requerimiento' });
  await hands.hasFocus({ css: 'button', text: 'Conservar por requerimiento' });
  await press(hands, button('Lo que se conserva'));
  await press(hands, inDialog('button', `Cambiar: ${group.name}`));
  await press(hands, inDialog('button', 'Dejar de conservar'));
  await hands.see(inDialog('h2', '¿Dejar de conservar?'));
  await press(hands, inDialog('button', 'Dejar de conservar'));
  await hands.see({ css: '[role=status]', text: 'Ya no se conserva' });
  await hands.seeNo(inDialog('textarea'));
  await hands.press('Escape');
  await hands.seeNo({ css: '[role=dialog]' });

  await readAudit(hands, administration, group.name);
});
