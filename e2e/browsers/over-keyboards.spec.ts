import { expect } from '@playwright/test';
import { button, COMPOSER, message } from './support/hands.ts';
import { test } from './support/test.ts';

/** A keyboard that a phone lays over the page, which leaves that much of it in sight, px. */
function openKeyboard(left: number): void {
  const { visualViewport } = window;
  if (!visualViewport) return;
  Object.defineProperty(visualViewport, 'height', { configurable: true, value: left });
  visualViewport.dispatchEvent(new Event('resize'));
}

const heights = (): number[] =>
  ['[role=log]', 'main form'].map(
    (css) => document.querySelector(css)?.getBoundingClientRect().height ?? 0,
  );

test('over the keyboard of a phone on its side a message stays in sight while it is answered', async ({
  hands,
  team,
}) => {
  await hands.arrive(team.ana, team.group);
  await hands.write('Hola');
  await hands.see(message('Hola'));
  await hands.click(button('Opciones del mensaje'));
  await hands.click({ css: '[role=menuitem]', text: 'Responder' });
  await hands.see({ css: 'form section', text: 'Hola' });
  await hands.evaluate(openKeyboard, 160);
  for (let line = 0; line < 5; line += 1) {
    await hands.type('Una línea');
    await hands.press('Control+Enter');
  }
  await hands.click(COMPOSER);
  const [log = 0, form = 0] = await hands.evaluate(heights, null);
  expect(log).toBeGreaterThanOrEqual(48);
  // One line of what is written, whole.
  expect(form).toBeGreaterThanOrEqual(32);
  await hands.press('Enter');
  await hands.see(message('Una línea'));
});
