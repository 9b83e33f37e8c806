import { expect, type Page } from '@playwright/test';
import { callsOf, type Group, type Person } from './support/administration.ts';
import { dialog, expectFailure, expectNotice, press } from './support/desk.ts';
import { arriveInChat, composer, message, write } from './support/people.ts';
import { test } from './support/test.ts';

const later = (page: Page) => page.getByRole('button', { name: 'Enviar más tarde' });
const mark = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const DUE_MS = 2_000;

async function chooseTime(page: Page, name: string): Promise<void> {
  await later(page).click();
  await page.getByRole('menuitem', { name }).click();
}

async function openScheduled(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Opciones de la conversación' }).click();
  await page.getByRole('menuitem', { name: 'Mensajes programados' }).click();
  await expect(dialog(page)).toBeVisible();
}

/** As the person's other device would. */
async function scheduleSoon(
  url: string,
  who: Person,
  group: Group,
  peer: Person,
  content: string,
): Promise<void> {
  const call = await callsOf(url, who);
  const { uuid } = await call<{ uuid: string }>(
    'GET',
    `/chats/users/${peer.uuid}/groups/${group.uuid}`,
  );
  const sendAt = new Date(Date.now() + DUE_MS).toISOString();
  await call('POST', `/chats/${uuid}/scheduled`, { content, sendAt, referenceId: content });
}

test('a text is sent later by keys alone, waits where its author finds it, and is called off', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await expect(later(page)).toBeDisabled();
  await composer(page).fill('buenos días');

  await test.step('by keys', async () => {
    await page.keyboard.press('Tab');
    while (!(await later(page).evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Mañana a las 09:00' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectNotice(page, 'Se enviará mañana a las 09:00');
    await expect(composer(page)).toHaveValue('');
    await expect(composer(page)).toBeFocused();
  });

  await test.step('a day and a time of one’s own', async () => {
    await composer(page).fill('y feliz año');
    await chooseTime(page, 'Elegir fecha y hora…');
    await dialog(page).getByLabel('Fecha').fill('2020-01-01');
    await press(page, 'Programar');
    await expect(dialog(page)).toContainText('Elige un momento posterior al actual');
    const next = new Date(Date.now() + 30 * 86_400_000);
    await dialog(page).getByLabel('Fecha').fill(next.toISOString().slice(0, 10));
    await dialog(page).getByLabel('Hora').fill('18:30');
    await press(page, 'Programar');
    await expectNotice(page, ' a las 18:30');
    await expect(composer(page)).toHaveValue('');
  });

  await mark(page, 'Mensajes programados: 2').click();
  const items = dialog(page).getByRole('listitem');
  await expect(items).toHaveText([/buenos días.*mañana a las 09:00/, /y feliz año.*18:30/]);
  await items.first().getByRole('button', { name: 'Cancelar envío' }).click();
  await expect(items).toHaveCount(1);
  await press(page, 'Cerrar');
  await openScheduled(page);
  await press(page, 'Cancelar envío');
  await expect(dialog(page)).toContainText('No hay mensajes programados');
  await press(page, 'Cerrar');
  await expect(mark(page, 'Mensajes programados: 1')).toHaveCount(0);
  await write(page, 'ahora sí');
  await expect(message(brunos, 'ahora sí')).toBeVisible();
  await expect(message(brunos, 'buenos días')).toHaveCount(0);
});

test('what waits is changed, sent now, and comes back into the box', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  for (const text of ['el acta', 'la factura']) {
    await composer(page).fill(text);
    await chooseTime(page, 'Mañana a las 09:00');
    await expect(composer(page)).toHaveValue('');
  }
  await openScheduled(page);
  const item = (text: string) => dialog(page).getByRole('listitem').filter({ hasText: text });
  await item('el acta').getByRole('button', { name: 'Editar' }).click();
  await dialog(page).getByLabel('Mensaje').fill('el acta, corregida');
  await dialog(page).getByLabel('Hora').fill('10:15');
  await press(page, 'Guardar');
  await expectNotice(page, 'Se enviará mañana a las 10:15');
  await expect(item('el acta, corregida')).toContainText('Se enviará mañana a las 10:15');
  await item('el acta, corregida').getByRole('button', { name: 'Enviar ahora' }).click();
  await expectNotice(page, 'Mensaje enviado');
  await expect(message(brunos, 'el acta, corregida')).toBeVisible();
  await item('la factura').getByRole('button', { name: 'Cancelar envío' }).click();
  await expect(dialog(page)).toContainText('No hay mensajes programados');
  await press(page, 'Cerrar');
  await expect(composer(page)).toHaveValue('la factura');
  await expect(message(page, 'el acta, corregida')).toBeVisible();
  await expect(message(brunos, 'la factura')).toHaveCount(0);
});

test('nothing typed is lost when it cannot be scheduled', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await composer(page).fill('no te pierdas');
  await page.route('**/api/chats/*/scheduled', (route) => route.abort(), { times: 1 });
  await chooseTime(page, 'El lunes a las 09:00');
  await expectFailure(page, 'No se pudo programar el mensaje.');
  await expect(composer(page)).toHaveValue('no te pierdas');
  await chooseTime(page, 'El lunes a las 09:00');
  await expectNotice(page, 'Se enviará');
  await expect(composer(page)).toHaveValue('');
  await page.reload();
  await expect(mark(page, 'Mensajes programados: 1')).toBeVisible();
});

test('at its time it comes to both, and one that may not be sent says so until it is put away', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('ventas');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await scheduleSoon(server.url, ana, group, bruno, 'llega a su hora');
  const page = await arriveInChat(browser, server.url, ana, group, bruno.email);
  await expect(message(brunos, 'llega a su hora')).toBeVisible({ timeout: 30_000 });
  await expect(message(page, 'llega a su hora')).toBeVisible();
  await expect(mark(page, 'Mensajes programados: 1')).toHaveCount(0);

  await scheduleSoon(server.url, ana, group, bruno, 'ya no llega');
  await administration.call('DELETE', `/groups/${group.uuid}/users/${bruno.uuid}`);
  await expectFailure(page, 'No se pudo enviar un mensaje programado');
  await mark(page, 'Mensajes programados sin enviar: 1').click();
  await expect(dialog(page)).toContainText(
    'No se pudo enviar: ya no puedes escribir en este chat.',
  );
  await expect(dialog(page)).toContainText('ya no llega');
  await press(page, 'Descartar');
  await expect(dialog(page)).toContainText('No hay mensajes programados');
  await expect(message(brunos, 'ya no llega')).toHaveCount(0);
});
