import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { picture } from '../support/files.ts';
import { arriveInChat, message as messageIn } from '../support/people.ts';
import { COMPOSER } from './support/hands.ts';
import { test } from './support/test.ts';

test('a file is chosen or pasted, asked about in a dialog that keeps the keyboard, and sent', async ({
  browser,
  server,
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  const photo = picture('foto.png', 64, 48);
  const file = test.info().outputPath(photo.name);
  await writeFile(file, photo.buffer);
  await hands.arrive(ana, group);
  const brunos = await arriveInChat(browser, server.url, bruno, group, 'General');
  const dialog = { css: '[role=dialog]', text: 'Enviar archivo' };

  await hands.choose(file);
  await hands.see(dialog);
  for (const _ of ['Cerrar', 'Mensaje', 'Cancelar', 'Enviar', 'Cerrar']) {
    await hands.press('Tab');
    await hands.hasFocus({ css: '[role=dialog] *' });
  }
  await hands.click({ css: '[role=dialog] button', text: 'Enviar' });
  await hands.seeNo(dialog);
  await expect(messageIn(brunos, '').getByRole('img', { name: 'foto.png' })).toBeVisible();

  await hands.click(COMPOSER);
  await hands.type('otra vez');
  await hands.pasteFile(photo);
  await hands.see(dialog);
  await hands.holds('');
  await hands.click({ css: '[role=dialog] button', text: 'Cancelar' });
  await hands.holds('otra vez');
  // File managers copy a file with its path as text.
  await hands.pasteFile(photo, `file:///home/ana/${photo.name}`);
  await hands.see(dialog);
  await hands.holds('');
});
