import { writeFile } from 'node:fs/promises';
import { administrationOf } from '../support/administration.ts';
import { startCompanyWithProvider } from '../support/company-provider.ts';
import { administrator } from '../support/server.ts';
import { button, handsOf } from './support/hands.ts';
import { test } from './support/test.ts';

const inDialog = (text: string) => ({ css: '[role=dialog]', text });

test('an invitation is opened, its password chosen by the keyboard, and signed in with', async ({
  hands,
  administration,
}) => {
  const person = await administration.registerUser('invitada');
  const path = `/users/${person.uuid}/invitation`;
  const { url } = await administration.call<{ url: string }>('POST', path, {});
  await hands.open(`/invitation${new URL(url).hash}`);
  await hands.see({ css: 'h1, h2', text: 'Crea tu contraseña' });
  await hands.focusOn({ css: 'input[type=password]' });
  await hands.press('Shift+Tab');
  await hands.press('Shift+Tab');
  await hands.type('clave-de-prueba');
  await hands.press('Tab');
  await hands.press('Tab');
  await hands.type('clave-de-prueba');
  await hands.press('Enter');
  await hands.see({ css: '[role=status], p', text: 'Tu contraseña está lista. Entra con ella.' });
  await hands.focusOn({ css: 'input[type=password]' });
  await hands.type('clave-de-prueba');
  await hands.press('Enter');
  await hands.see(button(person.email));
});

test('the company’s button leads to the provider and back into the chat', async ({ driver }) => {
  const { provider, server } = await startCompanyWithProvider();
  const { email } = await (await administrationOf(server.url)).registerUser('empresa');
  provider.person = { id: 'sub-1', email, email_verified: true };
  const hands = handsOf(driver, server.url);
  await hands.open('/auth/login');
  await hands.click(button('Entrar con Acme'));
  await hands.see(button(email));
  await driver.open('about:blank');
  await server.remove();
  await provider.stop();
});

test('a file of people is chosen, shown row by row, mended and imported', async ({ hands }) => {
  const end = Math.random().toString(36).slice(2, 8);
  const file = test.info().outputPath('personas.csv');
  const choose = async (...rows: string[]) => {
    await writeFile(file, ['nombre;apellido;correo', ...rows].join('\r\n'));
    await hands.choose(file);
  };
  await hands.signIn(administrator);
  await hands.open('/admin/users');
  await hands.click(button('Importar usuarios'));
  await hands.see(button('Elegir archivo CSV'));
  await choose(`Ana;Uno;ana-${end}`, ';Dos;no es un correo');
  await hands.see({ css: '[role=dialog] li', text: 'correo: Correo inválido' });
  await choose(`Ana;Uno;ana-${end}`);
  await hands.see(inDialog('0 con errores'));
  await hands.click(button('Importar 1 usuario'));
  await hands.see(inDialog('1 usuario registrado'));
  await hands.click(button('Cerrar'));
  await hands.see({
    css: '[role=alertdialog], [role=dialog]',
    text: '¿Salir sin las invitaciones?',
  });
  await hands.click(button('Salir sin ellas'));
  await hands.see({ css: 'td', text: `ana-${end}@empresa.local` });
});

test('ten thousand rows of a file are drawn as they come into sight', async ({ hands }) => {
  const file = test.info().outputPath('muchas.csv');
  const rows = Array.from({ length: 10_000 }, (_, place) => `Persona;Número ${place};p${place}`);
  await writeFile(file, ['nombre;apellido;correo', ...rows].join('\n'));
  await hands.signIn(administrator);
  await hands.open('/admin/users');
  await hands.click(button('Importar usuarios'));
  await hands.see(button('Elegir archivo CSV'));
  await hands.choose(file);
  await hands.see(inDialog('10.000 nuevas'));
  const { x, y } = (await hands.look({ css: '[role=dialog] td', text: 'p0' })) ?? { x: 0, y: 0 };
  await hands.wheel({ x, y }, 1_000_000);
  await hands.see({ css: '[role=dialog] td', text: 'p9999@empresa.local' });
  await hands.click(button('Cerrar'));
});
