import { type Browser, expect, type Page } from '@playwright/test';
import type { Group, Person } from './administration.ts';
import { type Network, openNetwork } from './network.ts';
import { arriveInChat, message, write } from './people.ts';
import { bareTest } from './test.ts';

/** A person at their desk, and the network between the desk and the server. */
export interface Desk {
  person: Person;
  page: Page;
  network: Network;
}

interface Office {
  group: Group;
  /** In the group's chat. */
  sitDown: (browser: Browser, name: string) => Promise<Desk>;
}

/** People of one group, each with a network of their own. */
export const test = bareTest.extend<{ office: Office }>({
  office: async ({ server, administration }, use) => {
    const networks: Network[] = [];
    const group = await administration.registerGroup('ventas');
    const sitDown: Office['sitDown'] = async (browser, name) => {
      const person = await administration.registerUser(name, [group]);
      const network = await openNetwork(server.url);
      networks.push(network);
      const page = await arriveInChat(browser, network.url, person, group, 'General');
      return { person, page, network };
    };
    await use({ group, sitDown });
    for (const network of networks) await network.close();
  },
});

export const banner = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Sin conexión. Reconectando…' });

export const tick = (page: Page, text: string, name: string) =>
  expect(
    message(page, text).getByLabel(name).or(message(page, text).getByTitle(name)).first(),
  ).toBeVisible();

/** Writes the message and waits until the server has stored it. */
export async function store(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/messages'),
  );
  await write(page, text);
  expect((await answered).status()).toBe(201);
}

/** The conversation shows these messages, each once, in this order. */
export async function expectConversation(page: Page, texts: string[]): Promise<void> {
  const log = page.getByRole('log', { name: 'Mensajes' });
  const one = new RegExp(`(?:${texts.join('|')})`, 'g');
  await expect
    .poll(async () => (await log.getByRole('article').allInnerTexts()).join(' ').match(one))
    .toEqual(texts);
}
