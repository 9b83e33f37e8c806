import { expect } from '@playwright/test';
import { button } from './support/hands.ts';
import { test } from './support/test.ts';

const OPTIONS = button('Opciones de la conversación');
const item = (text: string) => ({ css: '[role=menuitem]', text });
const CHOICE = { css: 'main [role=switch]' };
const MUTED = { css: 'main header [role=img]', text: 'Silenciado' };

test('a chat is muted by pointer and by keys, and heard again', async ({ hands, team }) => {
  await hands.arrive(team.ana, team.group);
  await hands.click(OPTIONS);
  await hands.click(item('Silenciar'));
  await hands.click(item('8 horas'));
  await hands.see({ css: '[role=status]', text: 'Conversación silenciada' });
  await hands.see({ ...MUTED, text: 'Silenciado hasta' });

  await hands.focusOn(OPTIONS);
  await hands.press('Enter');
  await hands.hasFocus(item('Silenciar'));
  await hands.press('ArrowRight');
  await hands.hasFocus(item('1 hora'));
  await hands.press('End');
  await hands.hasFocus(item('Siempre'));
  await hands.press('Enter');
  await hands.seeNo(item('Siempre'));
  await hands.seeNo({ ...MUTED, text: 'Silenciado hasta' });
  await hands.see(MUTED);

  await hands.click(OPTIONS);
  await hands.click(item('Activar avisos'));
  await hands.seeNo(MUTED);
});

test('the own account tells what this browser can, and keeps the choice on hours', async ({
  hands,
  team,
}) => {
  await hands.arrive(team.ana, team.group);
  const open = async () => {
    await hands.open('/account');
    await hands.see({ css: 'main section', text: 'Ahora estás dentro de tu horario.' });
  };
  const isOn = () =>
    hands.evaluate(
      (css) => document.querySelector(css)?.getAttribute('aria-checked') ?? '',
      CHOICE.css,
    );
  await open();
  // Each browser says another one, by its abilities and by what it has been permitted.
  await hands.see({ css: 'main section', text: 'Con la página cerrada' });
  await hands.see({ css: 'main section p', text: '.' });
  expect(await isOn()).toBe('false');
  await hands.focusOn(CHOICE);
  await hands.type(' ');
  await expect.poll(isOn).toBe('true');
  await hands.open(`/groups/${team.group.uuid}`);
  await open();
  await expect.poll(isOn).toBe('true');
});
