import { expect } from '@playwright/test';
import { callsOf } from '../support/administration.ts';
import { codeOf } from '../support/authenticator.ts';
import { button } from './support/hands.ts';
import { test } from './support/test.ts';

const inDialog = (css: string, text?: string) => ({
  css: `[role=dialog] ${css}`,
  ...(text === undefined ? {} : { text }),
});

test('sessions are ended and two steps set up in the own account, and the sign-in asks for a code', async ({
  hands,
  server,
  administration,
}) => {
  const eva = await administration.registerUser('eva');
  await callsOf(server.url, eva);
  await hands.signIn(eva);
  await hands.open('/account');
  await hands.see({ css: 'section li', text: 'Dispositivo desconocido' });
  await hands.click(button('Cerrar las demás sesiones'));
  await hands.click(inDialog('button', 'Cerrar sesiones'));
  await hands.see({ css: '[role=status]', text: 'Las demás sesiones se han cerrado' });
  await hands.seeNo({ css: 'section li', text: 'Dispositivo desconocido' });

  await hands.click(button('Configurar'));
  await hands.click(inDialog('button', 'Empezar'));
  await hands.see(inDialog('svg[role=img] path'));
  const shown = await hands.look(inDialog('code'));
  const secret = shown?.text.replaceAll(/\s/g, '') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await hands.click(inDialog('input'));
  await hands.type(codeOf(secret));
  await hands.press('Enter');
  await hands.see(inDialog('li'));
  await hands.click(inDialog('button', 'Terminar'));
  await hands.see({ css: '[role=dialog] h2', text: '¿Salir sin guardar los códigos?' });
  await hands.click(inDialog('button', 'Ya los tengo'));
  await hands.seeNo({ css: '[role=dialog]' });
  await hands.see({ css: 'section', text: 'Te quedan 10 códigos de recuperación.' });

  await hands.click(button('Cerrar sesión'));
  await hands.click({ css: 'input[name=email]' });
  await hands.type(eva.email);
  await hands.click({ css: 'input[name=password]' });
  await hands.type(eva.password);
  await hands.press('Enter');
  await hands.hasFocus({ css: 'input[name=code]' });
  await hands.type(codeOf(secret, { next: true }));
  await hands.press('Enter');
  await hands.see({ css: 'header', text: eva.email });
});
