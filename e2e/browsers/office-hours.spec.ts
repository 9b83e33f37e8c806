import { expect } from '@playwright/test';
import { administrator } from '../support/server.ts';
import { button, type Hands } from './support/hands.ts';
import { test } from './support/test.ts';

const inDialog = (css: string, text: string) => ({ css: `[role=dialog] ${css}`, text });
const time = (text: string) => inDialog('input', text);
const week = (text: string) => ({ css: 'section[aria-label=Semana]', text });

/** Chooses the office of that name; a list that is scrolling may have another one under the pointer by the click. */
async function chooseOffice(hands: Hands, name: string): Promise<void> {
  const list = { css: 'main [role=combobox]' };
  await expect(async () => {
    await hands.click(list);
    await hands.click({ css: '[role=option]', text: name });
    const isChosen = () => hands.look({ ...list, text: name });
    await expect.poll(isChosen, { timeout: 2_000 }).toBeTruthy();
  }).toPass();
}

/** In the place of what stands in the field. */
async function fill(hands: Hands, label: string, text: string): Promise<void> {
  await hands.click(time(label));
  await hands.press('Control+a');
  await hands.type(text);
  await hands.press('Tab');
}

const textOf = (hands: Hands, label: string) =>
  hands.evaluate(
    (name) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)?.value,
    label,
  );

test('the hours of an office are set, and a wrong time is told under its field', async ({
  hands,
  administration,
}) => {
  const name = `Vigo ${Date.now()}`;
  const project = await administration.call<{ uuid: string }>('POST', '/projects', { name });
  const { uuid } = await administration.call<{ uuid: string }>('POST', '/offices', {
    name,
    projectId: project.uuid,
  });
  await hands.signIn(administrator);
  await hands.open('/admin/working-hours');
  await chooseOffice(hands, name);
  await hands.see({ css: 'main', text: 'Esta oficina sigue el horario de la empresa.' });

  await hands.click(button('Cambiar horario'));
  await hands.click(inDialog('label', 'Horario propio'));
  await fill(hands, 'Lunes, tramo 1: fin', '14');
  expect(await textOf(hands, 'Lunes, tramo 1: fin')).toBe('14:00');
  await fill(hands, 'Viernes, tramo 1: inicio', '22');
  await fill(hands, 'Viernes, tramo 1: fin', '6');
  await hands.see(inDialog('span', 'hasta el día siguiente'));
  await fill(hands, 'Jueves, tramo 1: fin', '09:00');
  await hands.click(inDialog('button', 'Guardar'));
  await hands.see(inDialog('*', 'La hora de fin debe ser distinta de la de inicio'));
  await fill(hands, 'Jueves, tramo 1: fin', '24');
  await hands.click(inDialog('button', 'Guardar'));
  await hands.seeNo({ css: '[role=dialog]' });
  await hands.see(week('09:00–24:00'));
  await hands.see(week('22:00–06:00'));
  await hands.see({ css: 'section', text: 'Próximos 14 días' });

  const stored = await administration.call<{ days: object[] }>(
    'GET',
    `/offices/${uuid}/working-hours`,
  );
  expect(stored.days).toContainEqual({ day: 1, from: '09:00', to: '14:00' });
  expect(stored.days).toContainEqual({ day: 5, from: '22:00', to: '06:00' });
  expect(stored.days).toContainEqual({ day: 4, from: '09:00', to: '24:00' });
});
