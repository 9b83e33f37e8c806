import { expect } from '@playwright/test';
import { administrationOf, callsOf } from '../support/administration.ts';
import { arrive } from '../support/people.ts';
import { administrator, startServer } from '../support/server.ts';
import { bareTest as test } from '../support/test.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
// A module that loads before all others, in the engine's thread too.
const AHEAD = `data:text/javascript,${encodeURIComponent(
  `const Right = Date; globalThis.Date = class extends Right {
     constructor(...given) { given.length ? super(...given) : super(Right.now() + ${YEAR_MS}); }
     static now() { return Right.now() + ${YEAR_MS}; }
   };`,
)}`;

test('a clock that is a year ahead at one start removes nothing, and the administrator is told', async ({
  browser,
}) => {
  const settings: Record<string, string> = { RETENTION_DAYS: '30' };
  const server = await startServer(settings);
  try {
    const administration = await administrationOf(server.url);
    const group = await administration.registerGroup('Ventas');
    const ana = await administration.registerUser('ana', [group]);
    const calls = await callsOf(server.url, ana);
    const [chat] = await calls<{ uuid: string }[]>('GET', `/groups/${group.uuid}/chats`);
    await calls('POST', `/chats/${chat?.uuid}/messages`, { type: 'TEXT', content: 'Importante' });
    const read = async () => {
      const again = await callsOf(server.url, ana);
      const path = `/chats/${chat?.uuid}/messages`;
      return (await again<{ content: string }[]>('GET', path)).map(({ content }) => content);
    };

    settings.NODE_OPTIONS = `--import=${AHEAD}`;
    await server.restart();
    const page = await arrive(browser, server.url, administrator, '/admin/users');
    const notice = page.getByRole('status').filter({ hasText: 'No se eliminan mensajes' });
    await expect(notice).toContainText('la hora del servidor no es creíble');
    await expect(notice).toContainText('1 mensaje');
    await expect(notice).toContainText('web-chat admin retention run');
    expect(await read()).toEqual(['Importante']);

    settings.NODE_OPTIONS = '';
    await server.restart();
    const later = await arrive(browser, server.url, administrator, '/admin/users');
    await expect(later.getByRole('row').first()).toBeVisible();
    await expect(later.getByText('No se eliminan mensajes')).toHaveCount(0);
    expect(await read()).toEqual(['Importante']);
  } finally {
    await server.remove();
  }
});
