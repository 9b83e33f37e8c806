import { administrator } from '../support/server.ts';
import { button } from './support/hands.ts';
import { test } from './support/test.ts';

const inDialog = (css: string, text?: string) => ({ css: `[role=dialog] ${css}`, text });
const entry = (text: string) => ({ css: '[role=menuitem]', text });

test('a deleted person is kept on demand, and erased once that has ended', async ({
  hands,
  administration,
  team: { ana },
}) => {
  await administration.call('DELETE', `/users/${ana.uuid}`);
  await hands.signIn(administrator);
  await hands.open('/admin/users');
  await hands.click(button('Eliminados'));
  const options = inDialog('button', `Opciones de ${ana.email}`);
  await hands.click(options);
  await hands.click(entry('Conservar por requerimiento'));
  await hands.click(inDialog('textarea'));
  await hands.type('Requerimiento del juzgado');
  await hands.see(inDialog('p', '25 de 500 caracteres'));
  await hands.click(inDialog('button[type=submit]'));
  await hands.see(inDialog('li', 'Se conserva'));

  await hands.click(options);
  await hands.click(entry('Borrar definitivamente'));
  await hands.click(inDialog('input[inputmode=email]'));
  await hands.type(ana.email);
  await hands.press('Enter');
  await hands.see(inDialog('form', 'Se conserva por requerimiento.'));
  await administration.call('PUT', `/users/${ana.uuid}/hold`, { hold: false });
  await hands.press('Enter');
  await hands.seeNo(options);
  await hands.see({ css: '[role=status]', text: 'Persona borrada definitivamente' });
});
