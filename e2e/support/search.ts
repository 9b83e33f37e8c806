import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { callsOf, type Group, type Person } from './administration.ts';

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Buscar mensajes' });
export const field = (page: Page): Locator =>
  page.getByRole('searchbox', { name: 'Buscar mensajes' });
export const results = (page: Page): Locator =>
  page.getByRole('list', { name: 'Mensajes encontrados' }).getByRole('button');

export const push = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Opens the panel by its button and types; Enter searches at once. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await push(page, 'Buscar mensajes');
  await askFor(page, text);
}

/** Searches, and waits for the results. */
export async function askFor(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(panel(page).getByText('Buscando…')).toHaveCount(0);
}

/** Repeats the search until it finds a new message, within a second. */
export async function find(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await askFor(page, text);
    expect(await results(page).count()).toBeGreaterThan(0);
  }).toPass({ intervals: [100] });
}

/**
 * Sends texts to a group's chat over HTTP, one after the other, and waits until searches find the last one; returns a
 * function for calls as that person.
 */
export async function say(url: string, who: Person, { uuid }: Group, lines: string[]) {
  const call = await callsOf(url, who);
  const [groupChat] = await call<{ uuid: string }[]>('GET', `/groups/${uuid}/chats`);
  for (const content of lines) {
    const body = { type: 'TEXT', content, referenceId: randomBytes(8).toString('hex') };
    await call('POST', `/chats/${groupChat?.uuid}/messages`, body);
  }
  const last = lines.at(-1);
  if (last === undefined) return call;
  const query = new URLSearchParams({ q: last, size: '1' });
  const find = () => call<unknown[]>('GET', `/search/messages?${query}`);
  await expect.poll(async () => (await find()).length, { timeout: 15_000 }).toBe(1);
  return call;
}
