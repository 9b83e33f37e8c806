import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Group, Person } from './administration.ts';

type Credentials = Pick<Person, 'email' | 'password'>;

/** Signs in by hand on the page that stands at `/auth/login`, and waits until the application is there. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByPlaceholder('Correo electrónico').fill(email);
  await page.getByPlaceholder('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();
}

/** A browser of his own, signed in; it is closed with the test. */
export async function arrive(browser: Browser, serverUrl: string, who: Credentials): Promise<Page> {
  const context = await browser.newContext({ baseURL: serverUrl });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await signIn(page, who);
  return page;
}

/** Opens the group and, in its list, the chat with that name ('General' or an e-mail). */
export async function openChat(page: Page, group: Group, name: string): Promise<void> {
  await page.goto(`/groups/${group.uuid}`);
  await chatEntry(page, name).click();
  await expect(composer(page)).toBeVisible();
}

export function chatEntry(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Conversaciones' }).getByText(name, { exact: true });
}

export function composer(page: Page): Locator {
  return page.getByRole('main').getByRole('textbox', { name: 'Escribe un mensaje' });
}

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** The message that shows this text, in the open conversation. */
export function message(page: Page, text: string): Locator {
  const log = page.getByRole('log', { name: 'Mensajes' });
  return log.getByRole('article').or(log.getByRole('listitem')).filter({ hasText: text });
}
