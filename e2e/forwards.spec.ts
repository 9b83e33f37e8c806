import { expect, type Page } from '@playwright/test';
import { callsOf } from './support/administration.ts';
import { noBarriers } from './support/barriers.ts';
import { dialog, expectFailure, expectNotice, press } from './support/desk.ts';
import { attach } from './support/files.ts';
import {
  chooseByKeys,
  chooseFromMenu,
  isFocused,
  menuButton,
  openMenu,
} from './support/message-menu.ts';
import { openNetwork } from './support/network.ts';
import { arrive, arriveInChat, chooseChat, message, write, writerOf } from './support/people.ts';
import { report, sendIt } from './support/sending-files.ts';
import { test } from './support/test.ts';

const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Buscar conversación' });

/** Opens 'Reenviar mensaje' for the message that shows this text. */
async function openForward(page: Page, text: string): Promise<void> {
  await chooseFromMenu(page, text, 'Reenviar');
  await expect(page.getByRole('dialog', { name: 'Reenviar mensaje' })).toBeVisible();
}

async function choose(page: Page, typed: string, name: string): Promise<void> {
  await field(page).fill(typed);
  await page.getByRole('option').filter({ hasText: name }).click();
}

test("somebody else's words are sent on to several chats by keyboard alone, and say that they are a copy", async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('Logística');
  const [ana, bruno, carla] = [
    await administration.registerUser('ana', [group]),
    await administration.registerUser('bruno', [group]),
    await administration.registerUser('carla', [group]),
  ];
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  const brunoWrites = await writerOf(server.url, bruno, group);
  const carlas = await arriveInChat(browser, server.url, carla, group, ana.email);
  await brunoWrites('La llave está en recepción');
  const said = message(page, 'La llave está en recepción');
  await expect(said).toBeVisible();

  await chooseByKeys(page, 'La llave está en recepción', 'Reenviar');
  await expect(field(page)).toBeFocused();
  await expect(dialog(page)).toContainText('La llave está en recepción');
  await noBarriers(page);

  const send = dialog(page).getByRole('button', { name: 'Reenviar', exact: true });
  await expect(send).toBeDisabled();
  // Carla is in GENERAL too; the group's name selects the Carla of this group.
  await page.keyboard.type(`${carla.email.split('@')[0]} LOGISTICA`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: `Quitar ${carla.email}` })).toBeVisible();
  await field(page).fill('MÍ CHAT');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Quitar Mi chat' })).toBeVisible();
  while (!(await send.evaluate(isFocused))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Reenviando a 2 conversaciones');
  await expect(dialog(page)).toHaveCount(0);
  await expect(menuButton(said)).toBeFocused();

  const copy = message(carlas, 'La llave está en recepción');
  await expect(copy).toContainText('Reenviado');
  await expect(copy).toContainText(ana.email);
  await expect(copy).not.toContainText(bruno.email);
  await expect(said).not.toContainText('Reenviado');
  await page.goto('/chats/me');
  const own = message(page, 'La llave está en recepción');
  await expect(own).toContainText('Reenviado');
  await openMenu(page, 'La llave está en recepción');
  await expect(page.getByRole('menuitem', { name: 'Reenviar' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Responder' })).toHaveCount(0);
});

test('no more than five chats take a copy at once', async ({ browser, server, administration }) => {
  const group = await administration.registerGroup('seis');
  const ana = await administration.registerUser('ana', [group]);
  for (const name of ['b', 'c', 'd', 'e', 'f']) await administration.registerUser(name, [group]);
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await write(page, 'Para casi todos');
  await expect(message(page, 'Para casi todos').getByLabel('Enviado')).toBeVisible();
  await openForward(page, 'Para casi todos');
  await field(page).fill('seis');
  const targets = page.getByRole('option');
  await expect(targets).toHaveCount(6);
  for (let place = 0; place < 5; place += 1) {
    await field(page).fill('seis');
    await targets.nth(place).click();
  }
  await field(page).fill('seis');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(5);
  await expect(targets.nth(5)).toHaveAttribute('aria-disabled', 'true');
});

test('without a network a file is sent on once there is one, after a reload too', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('túnel');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const network = await openNetwork(server.url);
  const page = await arriveInChat(browser, network.url, ana, group, 'General');
  const brunos = await arriveInChat(browser, server.url, bruno, group, ana.email);
  await attach(page, report);
  await sendIt(page);
  await expect(message(page, report.name).getByLabel('Enviado')).toBeVisible();
  await expect(message(page, report.name).getByRole('link')).toBeVisible();
  await openForward(page, report.name);
  await choose(page, `${bruno.email} ${group.name}`, bruno.email);
  network.cut();
  await press(page, 'Reenviar');
  await chooseChat(page, bruno.email);
  const waiting = message(page, report.name);
  await expect(waiting).toContainText('Reenviado');
  await expect(waiting).toContainText('Sin respuesta: se reintentará al reconectar');
  network.restore();
  await page.reload();
  await expect(message(brunos, report.name)).toContainText('Reenviado');
  await expect(message(brunos, report.name).getByRole('link')).toBeVisible();
  await expect(message(page, report.name).getByRole('link')).toBeVisible();
  await expect(message(page, report.name)).toHaveCount(1);
  await network.close();
});

test('what is deleted before it is sent on is told, and is no message', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('fugaz');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const brunos = await callsOf(server.url, bruno);
  const [general] = await brunos<{ chatUuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
  const send = async (content: string) => {
    const path = `/chats/${general?.chatUuid}/messages`;
    const [sent] = await brunos<{ uuid: string }[]>('POST', path, { type: 'TEXT', content });
    return sent?.uuid ?? '';
  };
  const [first, second] = [await send('Se va pronto'), await send('Se va después')];
  const page = await arriveInChat(browser, server.url, ana, group, 'General');
  await openForward(page, 'Se va pronto');
  await brunos('DELETE', `/chats/messages/${first}`);
  await expectFailure(page, 'El mensaje ya no está disponible.');
  await expect(dialog(page)).toHaveCount(0);

  await openForward(page, 'Se va después');
  await choose(page, `${bruno.email} ${group.name}`, bruno.email);
  await page.route('**/api/chats/*/messages', async (route) => {
    if (route.request().method() === 'POST') await brunos('DELETE', `/chats/messages/${second}`);
    await route.continue();
  });
  await press(page, 'Reenviar');
  await expectFailure(page, 'No se pudo reenviar');
  await chooseChat(page, bruno.email);
  const failed = message(page, 'Se va después');
  await expect(failed).toContainText('No se pudo enviar');
  await failed.getByRole('button', { name: 'Descartar' }).click();
  await expect(failed).toHaveCount(0);
});

test('where nobody can write any more one can still send on what was said', async ({
  browser,
  server,
  administration,
}) => {
  const group = await administration.registerGroup('despedida');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const page = await arrive(browser, server.url, ana, `/groups/${group.uuid}`);
  const brunoWrites = await writerOf(server.url, bruno, group, ana);
  await brunoWrites('Os echaré de menos');
  await expect(page.getByRole('list', { name: 'Conversaciones' })).toContainText('Os echaré');
  await administration.call('DELETE', `/groups/${group.uuid}/users/${bruno.uuid}`);
  await chooseChat(page, bruno.email);
  await openMenu(page, 'Os echaré de menos');
  await expect(page.getByRole('menuitem', { name: 'Responder' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Reaccionar' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Reenviar' }).click();
  await field(page).fill(`${bruno.email} ${group.name}`);
  await expect(page.getByRole('option')).toHaveCount(0);
  await choose(page, group.name, group.name);
  await press(page, 'Reenviar');
  await expectNotice(page, `Reenviando a ${group.name}`);
});
