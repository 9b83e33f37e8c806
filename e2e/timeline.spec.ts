import { expect, type Page } from '@playwright/test';
import { watchForHighlight } from './support/highlight.ts';
import { arrive, message, openChat, write } from './support/people.ts';
import { type Stage, test } from './support/test.ts';

/** Calls with the page's session, all bodies at once; a call without a body is a GET. */
function ask<Content>(page: Page, path: string, ...bodies: object[]): Promise<Content[]> {
  return page.evaluate(
    async ([url, json]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('chat.login') ?? '{}');
      const call = async (body?: string) => {
        const headers = {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
        };
        const answer = await fetch(url, body ? { method: 'POST', headers, body } : { headers });
        if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()).content;
      };
      return json.length === 0 ? [await call()] : Promise.all(json.map(call));
    },
    [`/api${path}`, bodies.map((body) => JSON.stringify(body))] as const,
  );
}

async function send(page: Page, path: string, content: string, mentionedUserIds: string[] = []) {
  const body = { type: 'TEXT', content, mentionedUserIds };
  const [sent] = await ask<{ uuid: string }[]>(page, path, body);
  return sent?.[0]?.uuid ?? '';
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'TEXT', content: `línea ${index}` }));

/** Ana and Bruno, each at a browser of their own, and the group chat they share. */
async function meet({ browser, server, administration }: Stage, name: string) {
  const group = await administration.registerGroup(name);
  const ana = await administration.registerUser('ana', [group]);
  const bruno = await administration.registerUser('bruno', [group]);
  const anas = await arrive(browser, server.url, ana);
  const brunos = await arrive(browser, server.url, bruno);
  const [list] = await ask<{ chatUuid: string }[]>(brunos, `/groups/${group.uuid}/chats`);
  return { group, ana, anas, brunos, messages: `/chats/${list?.[0]?.chatUuid}/messages` };
}

test('a quote leads to its original hundreds of messages away, and one button back to the newest', async ({
  browser,
  server,
  administration,
}) => {
  test.slow();
  const { group, anas, brunos, messages } = await meet(
    { browser, server, administration },
    'historia',
  );
  await ask(brunos, messages, ...lines(60));
  const original = await send(brunos, messages, 'La pregunta de entonces');
  await ask(brunos, messages, ...lines(310));
  await ask(anas, `/chats/messages/${original}/reply`, { content: 'La respuesta de hoy' });

  await openChat(brunos, group, 'General');
  await openChat(anas, group, 'General');
  const reply = message(anas, 'La respuesta de hoy');
  const quote = reply.getByRole('button', { name: 'La pregunta de entonces' });
  await quote.focus();
  let highlighted = await watchForHighlight(anas, 'La pregunta de entonces');
  await anas.keyboard.press('Enter');
  await highlighted();
  await expect(message(anas, 'La pregunta de entonces')).toBeInViewport();
  await expect(message(anas, 'La pregunta de entonces')).toBeFocused();
  await expect(anas.locator('[data-highlighted]')).toHaveCount(0);

  const toNewest = anas.getByRole('button', { name: 'Ir al mensaje más reciente' });
  await write(brunos, 'Mientras lees lo de antes');
  await expect(toNewest).toContainText('1 mensaje nuevo');
  await expect(message(anas, 'Mientras lees')).toHaveCount(0);
  await expect(message(anas, 'La pregunta de entonces')).toBeInViewport();
  await toNewest.click();
  await expect(message(anas, 'Mientras lees')).toBeInViewport();
  await expect(toNewest).toBeHidden();
  await expect(message(brunos, 'Mientras lees').getByRole('img', { name: 'Visto' })).toBeVisible();

  highlighted = await watchForHighlight(anas, 'La pregunta de entonces');
  await quote.click();
  await highlighted();
  await expect(message(anas, 'La pregunta de entonces')).toBeInViewport();
  await write(anas, 'Ya lo he leído');
  await expect(message(anas, 'Ya lo he leído')).toBeInViewport();
});

test('what is written stays text: links are safe, markup is shown, a mention stands out, right-to-left text is turned', async ({
  browser,
  server,
  administration,
}) => {
  const stage = { browser, server, administration };
  const { group, ana, anas, brunos, messages } = await meet(stage, 'textos');
  const markup = '<img src=x onerror=alert(1)> javascript:alert(1)';
  const content = `@${ana.email} mira https://ejemplo.es/guía, ${markup}`;
  await send(brunos, messages, content, [ana.uuid]);
  for (const page of [anas, brunos]) {
    await openChat(page, group, 'General');
    const written = message(page, 'mira');
    await expect(written).toContainText(markup);
    await expect(written.getByRole('link')).toHaveCount(1);
    const link = written.getByRole('link', { name: 'https://ejemplo.es/guía', exact: true });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  await expect(message(anas, 'mira')).toContainText('Te mencionó');
  await expect(message(brunos, 'mira')).not.toContainText('Te mencionó');
  // The build rewrites style sheets, but the rule for a line's direction must survive.
  await send(brunos, messages, 'שלום לכולם', []);
  const line = message(anas, 'שלום').getByText('שלום לכולם').locator('..');
  await expect(line).toHaveCSS('direction', 'rtl');
});

declare global {
  interface Window {
    rowsDrawn: number;
  }
}

/** Counts each row drawn from now on. */
const countRows = (page: Page) =>
  page.evaluate(() => {
    window.rowsDrawn = 0;
    const isRow = (node: Node) => node instanceof HTMLElement && 'index' in node.dataset;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        window.rowsDrawn += [...addedNodes].filter(isRow).length;
    }).observe(document.body, { childList: true, subtree: true });
  });

/** Drawn rows above the visible part. */
const rowsAbove = (page: Page) =>
  page.getByRole('log').evaluate((list) => {
    const { top } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll('[data-index]')];
    return rows.filter((row) => row.getBoundingClientRect().bottom < top).length;
  });

test('a message that comes is drawn alone, also after one has scrolled back and returned', async ({
  browser,
  server,
  administration,
}) => {
  const stage = { browser, server, administration };
  const { group, anas, brunos, messages } = await meet(stage, 'filas');
  await ask(brunos, messages, ...lines(60));
  await openChat(anas, group, 'General');
  await expect(message(anas, 'línea 59')).toBeInViewport();
  await expect.poll(() => rowsAbove(anas)).toBe(14);
  await anas.getByRole('log').hover();
  await anas.mouse.wheel(0, -200);
  await expect(message(anas, 'línea 59')).not.toBeInViewport();
  await anas.mouse.wheel(0, 400);
  await expect(message(anas, 'línea 59')).toBeInViewport();
  await expect.poll(() => rowsAbove(anas)).toBeGreaterThanOrEqual(3);

  await countRows(anas);
  for (const [count, text] of ['primera', 'segunda', 'tercera'].entries()) {
    await send(brunos, messages, text);
    await expect(message(anas, text)).toBeInViewport();
    expect(await anas.evaluate(() => window.rowsDrawn)).toBe(count + 1);
  }
});
