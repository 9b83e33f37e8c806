import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialog, press } from './desk.ts';
import { attach, picture } from './files.ts';
import type { LongCompany } from './long-company.ts';
import { goTo, type Look, leave, lookAtDialog } from './look-at.ts';
import { chatEntry, composer } from './people.ts';

/** The layout around each page: the menus of the top bar, and dialogs that keys open. */
export async function walkLayout(page: Page, { viewer }: LongCompany, look: Look): Promise<void> {
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: viewer.email }).click();
  await expect(page.getByRole('menuitem', { name: 'Mi cuenta' })).toBeVisible();
  await look('account menu');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Ir a…' }).click();
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
  await look('quick switcher');
  await leave(page);
  await bar.getByRole('button', { name: viewer.email }).click();
  await page.getByRole('menuitem', { name: 'Atajos de teclado' }).click();
  await lookAtDialog(page, look, 'shortcuts');
  await bar.getByRole('button', { name: 'Abrir menú' }).click();
  await look('menu, turned');
  await bar.getByRole('button', { name: 'Abrir menú' }).click();
}

/** The menu of a page on a phone. */
export async function walkDrawer(page: Page, _: LongCompany, look: Look): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('banner').getByRole('button', { name: 'Abrir menú' }).click();
  await expect(dialog(page)).toBeVisible();
  await look('menu, drawn out');
}

/** The chats of a group and the group chat, for a member. */
export async function walkGroupChat(page: Page, company: LongCompany, look: Look): Promise<void> {
  const { other, ordinary } = company;
  const back = page.getByRole('button', { name: 'Volver a la lista' });
  const showList = async () => {
    if (await back.isVisible()) await back.click();
    await expect(chatEntry(page, other.email)).toBeVisible();
  };
  await showList();
  await look('chat list', showList);
  await walkLayout(page, company, look);
  await chatEntry(page, 'General').click();
  const said = page.getByRole('article');
  await expect(said.first()).toBeVisible();
  await look('group chat');
  await walkReactions(page, said, look);
  await walkForward(page, said, look);
  await walkReply(page, said, ordinary.email, look);
  await walkOwn(page, said, look);
  await walkFiles(page, said, look);
}

/** A direct chat and the own chat, for a member. */
export async function walkDirectChats(
  page: Page,
  { other }: LongCompany,
  look: Look,
): Promise<void> {
  await chatEntry(page, other.email).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Fuera de su horario')).toBeVisible();
  await look('direct chat');
  await walkLater(page, look);
  await walkOptions(page, look);
  await page.getByRole('button', { name: 'Emojis' }).click();
  await expect(page.getByRole('tab')).toHaveCount(9);
  await look('emoji picker');
  await page.keyboard.press('Escape');
  // The picker goes with a step back, which would end the way to the next page.
  await expect(page.getByRole('tab')).toHaveCount(0);
  await goTo(page, '/chats/me');
  await look('own chat');
}

/** A text that is sent later: its menu, its day and time, and where it waits. */
async function walkLater(page: Page, look: Look): Promise<void> {
  const later = page.getByRole('button', { name: 'Enviar más tarde' });
  const monday = page.getByRole('menuitem', { name: 'El lunes a las 09:00' });
  const showTimes = async () => {
    if (await monday.isVisible()) return;
    await later.click();
    await expect(monday).toBeVisible();
  };
  await composer(page).fill('Buenos días. '.repeat(40));
  await showTimes();
  await look('when to send later', showTimes);
  await showTimes();
  await page.getByRole('menuitem', { name: 'Elegir fecha y hora…' }).click();
  await lookAtDialog(page, look, 'day and time to send');
  await showTimes();
  await monday.click();
  await page.getByRole('button', { name: 'Mensajes programados: 1' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await lookAtDialog(page, look, 'scheduled messages');
}

/** The menu of the open chat, and the chat once it is muted. */
async function walkOptions(page: Page, look: Look): Promise<void> {
  const options = page.getByRole('button', { name: 'Opciones de la conversación' });
  const lengths = page.getByRole('menuitem', { name: 'Siempre' });
  const showLengths = async () => {
    if (await lengths.isVisible()) return;
    const mute = page.getByRole('menuitem', { name: 'Silenciar' });
    if (!(await mute.isVisible())) await options.click();
    await mute.click();
    await expect(lengths).toBeVisible();
  };
  await options.click();
  await expect(page.getByRole('menuitem', { name: 'Silenciar' })).toBeVisible();
  await look('menu of a chat');
  await showLengths();
  await look('menu of a chat: lengths of a mute', showLengths);
  await showLengths();
  await page.getByRole('menuitem', { name: '1 semana' }).click();
  await expect(page.getByRole('img', { name: /^Silenciado/ }).first()).toBeVisible();
  await look('a muted chat');
}

async function walkReactions(page: Page, said: Locator, look: Look): Promise<void> {
  await said.getByRole('button', { name: /^👍/ }).click();
  await lookAtDialog(page, look, 'reactions');
  await said.last().hover();
  await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
  const react = page.getByRole('menuitem', { name: 'Reaccionar' });
  await expect(react).toBeVisible();
  await look('message menu');
  await react.click();
  await page.getByRole('button', { name: 'Más emojis' }).click();
  await expect(page.getByRole('tab')).toHaveCount(9);
  await look('reaction picker');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab')).toHaveCount(0);
}

/** The last message is the viewer's own. */
async function walkOwn(page: Page, said: Locator, look: Look): Promise<void> {
  const choose = async (name: string) => {
    await said.last().hover();
    await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Editar');
  await expect(page.getByRole('button', { name: 'Cancelar edición' })).toBeVisible();
  await look('a message that is edited');
  await page.keyboard.press('Escape');
  await choose('Eliminar');
  await lookAtDialog(page, look, 'delete an own message');
}

async function walkForward(page: Page, said: Locator, look: Look): Promise<void> {
  await said.last().hover();
  await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: 'Reenviar' }).click();
  await expect(page.getByRole('option')).not.toHaveCount(0);
  for (const place of [0, 1]) await page.getByRole('option').nth(place).click();
  await lookAtDialog(page, look, 'forward a message');
}

async function walkReply(page: Page, said: Locator, email: string, look: Look): Promise<void> {
  await said.last().hover();
  await said.last().getByRole('button', { name: 'Opciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: 'Responder' }).click();
  await expect(page.getByRole('button', { name: 'Cancelar respuesta' })).toBeVisible();
  await composer(page).pressSequentially('Hola, @');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look('mention list and reply bar');
  await page.getByRole('option').filter({ hasText: email }).click();
  await look('a mention in the composer');
  await composer(page).press('Enter');
  await expect(said.last()).toContainText(`Hola, @${email}`);
}

async function walkFiles(page: Page, said: Locator, look: Look): Promise<void> {
  const name = `${randomBytes(3).toString('hex')}-${'Presupuesto-anual-de-climatizacion'.repeat(3)}_${'x'.repeat(80)}`;
  const report = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  const sent = (title: string) =>
    said.getByRole('link', { name: title }).or(said.getByRole('button', { name: title }));
  for (const file of [report, picture(`${name}.png`, 900, 400)]) {
    await attach(page, file);
    await expect(dialog(page)).toBeVisible();
    await look('send a file');
    await press(page, 'Enviar');
    await expect(dialog(page)).toHaveCount(0);
    await expect(sent(file.name)).toBeVisible();
  }
  await look('files in a chat');
  await sent(`${name}.png`).click();
  await lookAtDialog(page, look, 'an image');
}
