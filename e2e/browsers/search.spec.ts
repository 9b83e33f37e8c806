import { expect } from '@playwright/test';
import { message } from './support/hands.ts';
import { test } from './support/test.ts';

const result = (text: string) => ({ css: '[data-results] button', text });

test('a message is found by the shortcut and the keys alone, and opened where it stands', async ({
  hands,
  team,
}) => {
  const { ana, group } = team;
  await hands.arrive(ana, group);
  await hands.write('Mañana traigo los planos de la nave');
  await hands.see({ css: '[role=log] [role=img]', text: 'Enviado' });
  await hands.press('Control+Shift+f');
  await hands.hasFocus({ css: 'input[type=search]' });
  await hands.type('plano NAVE');
  // The search finds a new message within a second.
  await expect
    .poll(async () => {
      await hands.press('Enter');
      return hands.look(result('planos de la nave'));
    })
    .not.toBeNull();
  await hands.see({ css: '[data-results] mark', text: 'planos' });
  await hands.press('ArrowDown');
  await hands.hasFocus(result('planos de la nave'));
  await hands.press('Enter');
  await hands.hasFocus(message('Mañana traigo los planos'));
});
