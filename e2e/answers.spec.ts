import { expect } from '@playwright/test';
import { chooseFromMenu, menuButton } from './support/message-menu.ts';
import { arriveInChat, composer, message, write } from './support/people.ts';
import { test } from './support/test.ts';

test('a message is answered from its menu; the answer can be called off and ends when the message goes', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('respuestas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(brunos, '¿Vienes mañana?');
  const text = composer(anas);
  const bar = anas.getByRole('region', { name: 'Respondiendo a' });
  const options = menuButton(message(anas, '¿Vienes mañana?').first());
  const answer = async () => {
    await chooseFromMenu(anas, '¿Vienes mañana?', 'Responder');
    await expect(bar).toContainText(bruno.email);
  };

  await text.fill('a las nueve');
  await answer();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('a las nueve');
  await anas.getByRole('button', { name: 'Cancelar respuesta' }).click();
  await expect(bar).toHaveCount(0);
  await answer();
  await expect(text).toBeFocused();
  await text.press('Escape');
  await expect(bar).toHaveCount(0);

  await answer();
  // Keys open the menu at its first entry, and 'Responder' returns the focus to the text.
  await options.focus();
  await options.press('Enter');
  await expect(anas.getByRole('menuitem', { name: 'Responder' })).toBeFocused();
  await anas.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await text.press('Home');
  await anas.getByRole('button', { name: 'Emojis', exact: true }).click();
  const picker = anas.getByRole('dialog', { name: 'Emojis' });
  await picker.getByRole('searchbox', { name: 'Buscar emoji' }).fill('corazón rojo');
  await picker.getByRole('button', { name: '❤️ corazón rojo' }).first().click();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('❤️a las nueve');
  await text.press('Enter');
  await expect(bar).toHaveCount(0);
  await expect(message(brunos, 'a las nueve')).toContainText('¿Vienes mañana?');

  await answer();
  await text.fill('mejor no');
  const [chat] = await administration.call<{ uuid: string }[]>('GET', `/chats?search=${ana.email}`);
  const messagesPath = `/chats/${chat?.uuid}/messages`;
  const [asked] = await administration.call<{ uuid: string }[]>('GET', messagesPath);
  await administration.call('DELETE', `${messagesPath}/${asked?.uuid}`);
  await expect(bar).toHaveCount(0);
  await expect(text).toHaveValue('mejor no');
});
