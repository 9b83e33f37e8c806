import { expect } from '@playwright/test';
import { button, COMPOSER } from './support/hands.ts';
import { test } from './support/test.ts';

const LATER = button('Enviar más tarde');
const TIMES = { css: '[role=menuitem]', text: 'Mañana a las 09:00' };
const DIALOG = { css: '[role=dialog]' };

test('a text is scheduled by the menu beside the send button, and found where it waits', async ({
  hands,
  team,
}) => {
  await hands.arrive(team.ana, team.group);
  await hands.click(COMPOSER);
  await hands.type('buenos días');

  await hands.click(LATER);
  await hands.see(TIMES);
  await hands.press('Escape');
  await hands.seeNo(TIMES);
  expect(await hands.value()).toBe('buenos días');

  await hands.click(LATER);
  await hands.click({ css: '[role=menuitem]', text: 'Elegir fecha y hora…' });
  await hands.see({ css: '[role=dialog] input[type=date]' });
  await hands.click({ css: '[role=dialog] button', text: 'Programar' });
  await hands.seeNo(DIALOG);
  await hands.see({ css: '[role=status]', text: 'Se enviará mañana a las 09:00' });
  expect(await hands.value()).toBe('');

  await hands.click(button('Mensajes programados: 1'));
  await hands.see({ ...DIALOG, text: 'buenos días' });
  await hands.click({ css: '[role=dialog] button', text: 'Cancelar envío' });
  await hands.see({ ...DIALOG, text: 'No hay mensajes programados' });
});
