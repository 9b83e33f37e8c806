import { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Administration } from './administration.ts';
import type { LocalFile } from './files.ts';
import { arriveInChat, openChat, signedIn } from './people.ts';

export const report: LocalFile = {
  name: 'Informe anual.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 un informe'),
};
export const log = (page: Page) => page.getByRole('log', { name: 'Mensajes' });
export const sendDialog = (page: Page) => page.getByRole('dialog', { name: 'Enviar archivo' });
export const sendIt = (page: Page) =>
  sendDialog(page).getByRole('button', { name: 'Enviar' }).click();
export const thumbnail = (page: Page, name: string) => log(page).getByRole('img', { name });

export const expectLoaded = (image: Locator) =>
  expect(image).not.toHaveJSProperty('naturalWidth', 0);

/** Ana, alone in a group's chat. */
export async function openAlone(
  browser: Browser,
  url: string,
  administration: Administration,
): Promise<Page> {
  const group = await administration.registerGroup('archivos');
  const ana = await administration.registerUser('ana', [group]);
  return arriveInChat(browser, url, ana, group, 'General');
}

/** Ana and Bruno in the group chat; Ana's POST requests pass through `onPost` first. */
export async function meet(
  browser: Browser,
  url: string,
  administration: Administration,
  onPost: (route: Route) => Promise<void> = (route) => route.continue(),
) {
  const group = await administration.registerGroup('archivos');
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await signedIn(browser, url, ana);
  await anas.route('**/api/chats/*/messages', (route) =>
    route.request().method() === 'POST' ? onPost(route) : route.continue(),
  );
  await openChat(anas, group, 'General');
  const brunos = await arriveInChat(browser, url, bruno, group, 'General');
  return { ana, anas, brunos };
}
