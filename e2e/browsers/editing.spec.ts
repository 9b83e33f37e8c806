import { expect } from '@playwright/test';
import { arriveInChat, composer, expectSent, message, write } from '../support/people.ts';
import { test } from '../support/test.ts';

test('the arrow up brings the last own message into the box, one goes on at its end, and the draft comes back', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ediciones');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await arriveInChat(browser, server.url, ana, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  const editBox = anas.getByRole('textbox', { name: 'Editar mensaje' });
  await write(anas, 'Quedamos a las diez');
  await expect(message(brunos, 'Quedamos a las diez')).toBeVisible();
  await expectSent(anas, 'Quedamos a las diez');

  await composer(anas).press('ArrowUp');
  await expect(editBox).toHaveValue('Quedamos a las diez');
  await anas.keyboard.type(` y media, @${bruno.email.slice(0, 6)}`);
  await anas.getByRole('option', { name: bruno.email }).click();
  await anas.keyboard.press('Enter');
  const said = message(brunos, `Quedamos a las diez y media, @${bruno.email}`);
  await expect(said.getByText('editado')).toBeVisible();
  await expect(said).toContainText('Te mencionó');
  await expect(message(anas, 'y media').getByText('editado')).toBeVisible();

  // A chip of the stored message also disappears as a whole.
  await composer(anas).press('ArrowUp');
  await expect(editBox).toHaveValue(`Quedamos a las diez y media, @${bruno.email} `);
  await anas.keyboard.press('Backspace');
  await anas.keyboard.press('Backspace');
  await expect(editBox).toHaveValue('Quedamos a las diez y media, ');
  await anas.keyboard.press('Escape');
  await expect(composer(anas)).toBeFocused();

  await composer(anas).fill('a medias');
  await message(anas, 'Quedamos').hover();
  await message(anas, 'Quedamos').getByRole('button', { name: 'Opciones del mensaje' }).click();
  await anas.getByRole('menuitem', { name: 'Editar' }).click();
  await expect(editBox).toBeFocused();
  await anas.keyboard.type('gracias');
  await anas.keyboard.press('Enter');
  await expect(message(brunos, `@${bruno.email} gracias`)).toBeVisible();
  await expect(composer(anas)).toHaveValue('a medias');
});
