import type { Page } from '@playwright/test';
import { required } from '../../support/helpers.ts';
import type { FilledChat } from '../support/company.ts';
import { answerIn } from './handling.ts';
import type { Office } from './office.ts';

/** The open page of one person, and their chats by the names that the list shows. */
export interface Desk {
  page: Page;
  chats: { name: string; chat: FilledChat }[];
  /** The person's last answer in each chat, by the chat's name. */
  answers: Map<string, string>;
}

/** Each hour: messages that arrive, visits of chats, pictures, and lost connections. */
export const HOUR = { messages: 2_500, visits: 38, pictures: 25, losses: 4 };

/** Opens the chat and answers there; no other message may have the text. */
export async function answer({ page, answers }: Desk, name: string, text: string): Promise<void> {
  await answerIn(page, name, text);
  answers.set(name, text);
}

/** Spends one hour, told as fast as possible; hours are counted from 0. */
export async function spendHour(desk: Desk, office: Office, hour: number): Promise<void> {
  const { page, chats } = desk;
  const each = Math.ceil(HOUR.messages / HOUR.visits);
  for (let visit = 0; visit < HOUR.visits; visit++) {
    const n = hour * HOUR.visits + visit;
    const { name, chat } = required(chats[n % chats.length], 'chat');
    await office.say(n * each, each);
    const picture = isDue(visit, HOUR.pictures) ? `plano-${n}.png` : undefined;
    if (picture) await office.sendPicture(chat, picture);
    const text = `Visto, ${n}.`;
    await answer(desk, name, text);
    if (picture) await lookAtPicture(page, picture);
    await required(openings[n % openings.length], 'opening')(page, text);
    if (isDue(visit, HOUR.losses)) await loseConnection(page);
  }
}

/** Spreads `count` things evenly over the visits of an hour. */
const isDue = (visit: number, count: number) =>
  Math.floor(((visit + 1) * count) / HOUR.visits) > Math.floor((visit * count) / HOUR.visits);

async function lookAtPicture(page: Page, name: string): Promise<void> {
  await page.getByRole('log').getByRole('button', { name }).last().click();
  await leaveDialog(page);
}

async function leaveDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const cancel = dialog.getByRole('button', { name: 'Cancelar' });
  // A form is left by its button alone.
  if (await cancel.isVisible()) await cancel.click();
  else await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function chooseFromMenu(page: Page, ownText: string, entry: string): Promise<void> {
  const own = page.getByRole('log').getByRole('article').filter({ hasText: ownText }).last();
  await own.hover();
  await own.getByRole('button', { name: 'Opciones del mensaje' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Each opens a panel or dialog of the open chat, where `ownText` is the newest own message, and closes it again. */
const openings: ((page: Page, ownText: string) => Promise<void>)[] = [
  async (page) => {
    await page.keyboard.press('Control+k');
    await leaveDialog(page);
  },
  async (page, ownText) => {
    await chooseFromMenu(page, ownText, 'Información');
    await leaveDialog(page);
  },
  async (page, ownText) => {
    await chooseFromMenu(page, ownText, 'Reenviar');
    await leaveDialog(page);
  },
  async (page) => {
    const tab = page.getByRole('tab').first();
    await page.getByRole('button', { name: 'Emojis' }).click();
    await tab.waitFor();
    await page.keyboard.press('Escape');
    await tab.waitFor({ state: 'detached' });
  },
  async (page) => {
    const panel = page.getByRole('region', { name: 'Buscar mensajes' });
    await page.getByRole('button', { name: 'Buscar mensajes', exact: true }).click();
    await panel.getByRole('searchbox').fill('buenos');
    await panel.getByRole('list', { name: 'Mensajes encontrados' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  },
];

/** The network is gone for a moment; the page notices, and connects again. */
async function loseConnection(page: Page): Promise<void> {
  const banner = page.getByRole('status').filter({ hasText: 'Sin conexión' });
  await page.context().setOffline(true);
  await banner.waitFor();
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
}
