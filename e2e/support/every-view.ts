import type { Browser, Page } from '@playwright/test';
import { type Administration, administrationOf } from './administration.ts';
import { walkAdministration } from './every-administration-view.ts';
import { walkChats, walkDrawer } from './every-chat-view.ts';
import { registerLongCompany } from './long-company.ts';
import type { Look } from './look-at.ts';
import { signedIn } from './people.ts';
import { LARGE } from './reach.ts';
import { walkSearch } from './search-views.ts';
import { administrator, type RunningServer, startServer } from './server.ts';

const PHONE = { width: 360, height: 740 };

interface Walk {
  /** Builds from a page a function that looks at each of its views on a large screen. */
  look: (page: Page) => Look;
  /** The same for a phone's menu. */
  lookAtDrawer: (page: Page) => Look;
  /** Changes the page before the first look. */
  prepare?: (page: Page) => Promise<void>;
}

/** Every page, dialog and menu of the administration, in a company with the longest names. */
export async function walkWholeAdministration(
  browser: Browser,
  { look, prepare }: Omit<Walk, 'lookAtDrawer'>,
): Promise<void> {
  // The walk has its own server: people of other tests would add rows to its lists, and each row takes time to look at.
  const server = await startServer();
  const company = await registerLongCompany(server.url, await administrationOf(server.url));
  const page = await signedIn(browser, server.url, administrator);
  await page.setViewportSize(LARGE);
  await prepare?.(page);
  await walkAdministration(page, company, look(page));
  await server.remove();
}

/** The same for the chats, their search and a phone's menu. */
export async function walkWholeChats(
  {
    browser,
    server,
    administration,
  }: { browser: Browser; server: RunningServer; administration: Administration },
  { look, lookAtDrawer, prepare }: Walk,
): Promise<void> {
  const company = await registerLongCompany(server.url, administration);
  const page = await signedIn(browser, server.url, company.viewer);
  await page.setViewportSize(LARGE);
  await prepare?.(page);
  await walkChats(page, company, look(page));
  await walkSearch(page, company, look(page));
  await page.setViewportSize(PHONE);
  await walkDrawer(page, lookAtDrawer(page));
}
