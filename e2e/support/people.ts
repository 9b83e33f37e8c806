import { randomBytes } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { callsOf, type Group, type Person } from './administration.ts';

type Credentials = Pick<Person, 'email' | 'password'>;

/** Signs in by hand on the open page `/auth/login`, and waits for the application. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByPlaceholder('Correo electrónico').fill(email);
  await page.getByPlaceholder('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();
}

/**
 * A browser of its own with the person's session, as a sign-in leaves it, and an empty page; the test's end closes it.
 */
export async function signedIn(
  browser: Browser,
  serverUrl: string,
  { email, password }: Credentials,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: serverUrl });
  const deviceId = randomBytes(16).toString('hex');
  // The answer's cookie, which gives access to files, stays in the context.
  const answer = await context.request.post('/api/auth/login', {
    data: { email, password, deviceId },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { content } = await answer.json();
  const page = await context.newPage();
  await page.addInitScript(giveSession, JSON.stringify(content));
  return page;
}

// Runs at every load of the page, but sets the session once: a user who logs out stays logged out.
function giveSession(login: string): void {
  if (sessionStorage.getItem('test.given')) return;
  sessionStorage.setItem('test.given', 'yes');
  localStorage.setItem('chat.login', login);
}

/** A browser of its own, signed in, with that page open. */
export async function arrive(
  browser: Browser,
  serverUrl: string,
  who: Credentials,
  path = '/',
): Promise<Page> {
  const page = await signedIn(browser, serverUrl, who);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeAttached();
  return page;
}

/** A browser of its own, signed in, with that chat of the group open. */
export async function arriveInChat(
  browser: Browser,
  serverUrl: string,
  who: Credentials,
  group: Group,
  name: string,
): Promise<Page> {
  const page = await signedIn(browser, serverUrl, who);
  await openChat(page, group, name);
  return page;
}

/** Opens the group and, in its list, the chat with that name ('General' or an e-mail). */
export async function openChat(page: Page, group: Group, name: string): Promise<void> {
  await page.goto(`/groups/${group.uuid}`);
  await chooseChat(page, name);
  await expect(composer(page)).toBeVisible();
}

/** Opens another chat of the shown group. */
export async function chooseChat(page: Page, name: string): Promise<void> {
  await chatEntry(page, name).click();
  const title = name === 'General' ? 'Chat grupal' : name;
  await expect(page.getByRole('main').getByRole('heading', { name: title })).toBeVisible();
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

/**
 * A function that writes over HTTP, for somebody whose screen the test does not look at: to the group's chat, or to their
 * direct chat with `peer`. The function returns the id of the message.
 */
export async function writerOf(
  serverUrl: string,
  who: Credentials,
  { uuid }: Group,
  peer?: Person,
): Promise<(content: string) => Promise<string>> {
  const call = await callsOf(serverUrl, who);
  const chats = `/groups/${uuid}/chats`;
  const chatId = peer
    ? (await call<{ uuid: string }>('GET', `/chats/users/${peer.uuid}/groups/${uuid}`)).uuid
    : (await call<{ chatUuid: string }[]>('GET', chats))[0]?.chatUuid;
  return async (content) => {
    const body = { type: 'TEXT', content };
    const [sent] = await call<{ uuid: string }[]>('POST', `/chats/${chatId}/messages`, body);
    return sent?.uuid ?? '';
  };
}

/** The message that shows this text, in the open conversation. */
export function message(page: Page, text: string): Locator {
  const log = page.getByRole('log', { name: 'Mensajes' });
  return log.getByRole('article').or(log.getByRole('listitem')).filter({ hasText: text });
}

/**
 * Waits until the sender's page knows that the message was sent (others may know sooner): editing and reacting need it.
 */
export const expectSent = (page: Page, text: string): Promise<void> =>
  expect(message(page, text).getByRole('button', { name: 'Opciones del mensaje' })).toBeAttached();

/** 'Mi cuenta', by the menu of the top bar. */
export async function openAccount(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Mi cuenta' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible();
}

/** The other person of the first direct chat in the list. */
export const peerOf = async (page: Page) =>
  (
    await page.getByRole('list', { name: 'Conversaciones' }).getByText(/@/).first().innerText()
  ).trim();
