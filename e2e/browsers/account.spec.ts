import { expect } from '@playwright/test';
import { administrationBy, callsOf } from '../support/administration.ts';
import { codeOf, setUpTwoSteps } from '../support/authenticator.ts';
import { administrator, startServer } from '../support/server.ts';
import { button, handsOf } from './support/hands.ts';
import { test } from './support/test.ts';

const inDialog = (css: string, text?: string) => ({
  css: `[role=dialog] ${css}`,
  ...(text === undefined ? {} : { text }),
});

const secretIn = (shown: { text: string } | null) => shown?.text.replaceAll(/\s/g, '') ?? '';

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
  const secret = secretIn((await hands.look(inDialog('code'))) ?? null);
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

test('the screens of a restricted session go by the keyboard, one after the other', async ({
  driver,
}) => {
  const server = await startServer({ FIRST_PASSWORD: 'change', TWO_STEPS: 'all' });
  const call = await callsOf(server.url, administrator);
  await setUpTwoSteps(call);
  const rosa = await administrationBy(call).registerUser('rosa');
  const hands = handsOf(driver, server.url);
  const press = async (name: string) => {
    await hands.see(button(name));
    await hands.focusOn(button(name));
    await hands.press('Enter');
  };
  await hands.signIn(rosa);
  await hands.open('/groups');
  await hands.see({ css: 'h1', text: 'Cambia tu contraseña' });
  await hands.focusOn({ css: 'input[name=currentPassword]' });
  await hands.type(rosa.password);
  await hands.press('Tab');
  await hands.press('Tab');
  await hands.hasFocus({ css: 'input[name=password]' });
  await hands.type('una-nueva-mia');
  await hands.press('Enter');

  await hands.see({ css: 'h1', text: 'Configura la verificación en dos pasos' });
  await press('Empezar');
  await hands.hasFocus({ css: 'h3', text: 'Escanea' });
  const secret = secretIn((await hands.look({ css: 'code' })) ?? null);
  await hands.focusOn({ css: 'input[name=code]' });
  await hands.type(codeOf(secret));
  await hands.press('Enter');
  await hands.hasFocus({ css: 'p', text: 'está activada' });
  await press('Cerrar sesión');
  await hands.see({ css: '[role=dialog] h2', text: '¿Salir sin guardar los códigos?' });
  await hands.press('Escape');
  await hands.seeNo({ css: '[role=dialog]' });
  await hands.hasFocus(button('Cerrar sesión'));
  await press('Terminar');
  await press('Ya los tengo');
  await hands.see({ css: 'header', text: rosa.email });
  await driver.open('about:blank');
  await server.remove();
});
