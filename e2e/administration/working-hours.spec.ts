import { expect, type Page } from '@playwright/test';
import { choose, dialog, expectFailure, press, submit } from '../support/desk.ts';
import { arrive } from '../support/people.ts';
import { administrator } from '../support/server.ts';
import { test } from '../support/test.ts';

// Hours of the company concern everybody: each test leaves the server without any.
test.afterEach(async ({ administration }) => {
  await administration.call('PUT', '/working-hours', null);
});

const saved = 'Horario guardado correctamente';
const week = (page: Page) => page.getByRole('region', { name: 'Semana' });
const preview = (page: Page) => page.getByRole('region', { name: 'Próximos 14 días' });
const time = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });

async function openEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cambiar horario' }).click();
  await expect(dialog(page)).toBeVisible();
}

/** Two spans on Monday and Tuesday, a night from Friday on, the whole Sunday, and two holidays. */
async function fillWeek(page: Page): Promise<void> {
  await time(page, 'Lunes, tramo 1: fin').fill('14');
  await press(page, 'Añadir tramo el lunes');
  await expect(time(page, 'Lunes, tramo 2: inicio')).toHaveValue('15:00');
  await time(page, 'Lunes, tramo 2: fin').fill('19:30');
  await press(page, 'Copiar el lunes');
  await page.getByRole('menuitem', { name: 'Copiar al martes' }).click();
  await expect(time(page, 'Martes, tramo 2: fin')).toHaveValue('19:30');
  await press(page, 'Quitar tramo 1 del miércoles');
  await time(page, 'Viernes, tramo 1: inicio').fill('22:00');
  await time(page, 'Viernes, tramo 1: fin').fill('06:00');
  await expect(dialog(page).getByText('hasta el día siguiente')).toBeVisible();
  await press(page, 'Añadir tramo el domingo');
  await time(page, 'Domingo, tramo 1: inicio').fill('00:00');
  await time(page, 'Domingo, tramo 1: fin').fill('24:00');
  await dialog(page).getByLabel('Fecha del festivo').fill('2027-01-06');
  await press(page, 'Añadir festivo');
  await dialog(page).getByLabel('Fecha del festivo').fill('2026-12-25');
  await dialog(page).getByLabel('Fecha del festivo').press('Enter');
  await expect(dialog(page).getByRole('list', { name: 'Festivos 2026' })).toContainText(
    '25 de diciembre',
  );
}

test('an administrator sets the hours of the company and of an office', async ({
  browser,
  server,
  administration,
}) => {
  const project = `Obras ${Date.now()}`;
  const { uuid: projectId } = await administration.call<{ uuid: string }>('POST', '/projects', {
    name: project,
  });
  await administration.call('POST', '/offices', { name: 'Tenerife', projectId });
  const page = await arrive(browser, server.url, administrator, '/admin/oficinas');
  await page.getByRole('button', { name: 'Horario', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/working-hours$/);
  await expect(page.getByText('La empresa no tiene horario')).toBeVisible();

  await page.getByRole('button', { name: 'Poner un horario' }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Horario propio' })).toBeChecked();
  await expect(time(page, 'Lunes, tramo 1: inicio')).toHaveValue('09:00');
  await expect(time(page, 'Viernes, tramo 1: fin')).toHaveValue('18:00');
  await expect(time(page, 'Sábado, tramo 1: inicio')).toHaveCount(0);
  await choose(page, 'Zona horaria', 'Europe/Madrid');
  await fillWeek(page);
  await submit(page, 'Guardar', saved);

  await expect(week(page)).toContainText('Hora de Europe/Madrid');
  await expect(week(page)).toContainText('Lunes09:00–14:0015:00–19:30Martes09:00–14:0015:00–19:30');
  await expect(week(page)).toContainText('MiércolesLibre');
  await expect(week(page)).toContainText('DomingoTodo el día');
  await expect(week(page)).toContainText('22:00–06:00 hasta el día siguiente');
  await expect(preview(page).getByRole('listitem')).toHaveCount(14);
  const monday = preview(page).getByRole('listitem').filter({ hasText: 'Lunes' }).last();
  await expect(monday).toContainText('09:00–14:00, 15:00–19:30');
  const stored = await administration.call<{ days: object[]; holidays: string[] }>(
    'GET',
    '/working-hours',
  );
  expect(stored.days).toContainEqual({ day: 7, from: '00:00', to: '24:00' });
  expect(stored.holidays).toEqual(['2026-12-25', '2027-01-06']);

  await page.getByRole('combobox', { name: 'Horario de' }).click();
  await page.getByRole('option', { name: `Tenerife (${project})` }).click();
  await expect(page.getByText('Esta oficina sigue el horario de la empresa.')).toBeVisible();
  await openEditor(page);
  await dialog(page).getByRole('radio', { name: 'Horario propio' }).check();
  await choose(page, 'Zona horaria', 'Atlantic/Canary');
  await submit(page, 'Guardar', saved);
  await expect(week(page)).toContainText('Hora de Atlantic/Canary');
  await openEditor(page);
  await dialog(page).getByRole('radio', { name: 'Como la empresa' }).check();
  await submit(page, 'Guardar', saved);
  await expect(week(page)).toContainText('Hora de Europe/Madrid');
});

test('a wrong time is told under its field, and what was typed is not lost by the way back', async ({
  browser,
  server,
}) => {
  const page = await arrive(browser, server.url, administrator, '/admin/oficinas');
  await page.getByRole('button', { name: 'Horario', exact: true }).click();
  await openEditor(page);
  await dialog(page).getByRole('radio', { name: 'Horario propio' }).check();
  await time(page, 'Jueves, tramo 1: fin').fill('09:00');
  await press(page, 'Guardar');
  await expect(time(page, 'Jueves, tramo 1: fin')).toHaveAccessibleDescription(
    'La hora de fin debe ser distinta de la de inicio',
  );
  await time(page, 'Jueves, tramo 1: inicio').fill('');
  await expect(time(page, 'Jueves, tramo 1: inicio')).toHaveAccessibleDescription(
    'La hora de inicio va de 00:00 a 23:59',
  );
  // However far down the field that gets the focus: the fields scroll, the dialog stays.
  const free = await dialog(page).evaluate(({ parentElement: screen }) =>
    screen ? screen.scrollHeight - screen.clientHeight : null,
  );
  expect(free).toBe(0);
  await page.goBack();
  await expect(dialog(page)).toContainText('¿Descartar los cambios?');
  await press(page, 'Seguir aquí');
  await expect(time(page, 'Jueves, tramo 1: fin')).toHaveValue('09:00');
  await time(page, 'Jueves, tramo 1: inicio').fill('08:00');
  await page.route('**/api/working-hours', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await press(page, 'Guardar');
  await expectFailure(page, 'Ocurrió un error al guardar el horario.');
  await expect(time(page, 'Jueves, tramo 1: inicio')).toHaveValue('08:00');
  await page.unroute('**/api/working-hours');
  await page.goBack();
  await press(page, 'Descartar');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/working-hours/);
});

test('hours are edited with the keyboard alone', async ({ browser, server }) => {
  const page = await arrive(browser, server.url, administrator, '/admin/working-hours');
  const change = page.getByRole('button', { name: 'Cambiar horario' });
  // No key reaches the button before the hours are there.
  await expect(change).toBeEnabled();
  await change.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio', { name: 'Siempre' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog(page).getByRole('radio', { name: 'Horario propio' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('combobox', { name: 'Zona horaria' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('815');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(week(page)).toContainText('08:15–18:00');
});
