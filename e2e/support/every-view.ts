import type { Browser, Page } from '@playwright/test';
import { administrationOf } from './administration.ts';
import { walkAccount } from './every-account-view.ts';
import { walkControls, walkRegisters } from './every-administration-view.ts';
import { walkArrivals } from './every-arrival-view.ts';
import { walkDirectChats, walkGroupChat } from './every-chat-view.ts';
import { type LongCompany, registerLongCompany } from './long-company.ts';
import type { Look } from './look-at.ts';
import { signedIn } from './people.ts';
import { LARGE } from './reach.ts';
import { walkSearch } from './search-views.ts';
import { administrator, startServer } from './server.ts';
import type { Stage } from './test.ts';

interface Walk {
  /** Builds from a page a function that looks at each of its views on a large screen. */
  look: (page: Page) => Look;
  /** Changes the page before the first look. */
  prepare?: (page: Page) => Promise<void>;
}

// Nobody signs in by it: its name stands beside the passwords.
const companySignIn = {
  OIDC_ISSUER: 'https://localhost:1',
  OIDC_CLIENT_ID: 'chat',
  OIDC_CLIENT_SECRET: 'un-secreto-de-pruebas',
  OIDC_NAME: 'W'.repeat(40),
};

/** Walks of the administration, each a test of its own: together they take too long for one. */
export const administrationWalks = {
  'users, groups, projects and offices': walkRegisters,
  'hours, access, permissions and monitoring': walkControls,
  'invitations, ways in and import': walkArrivals,
};

type Views = (page: Page, company: LongCompany, look: Look) => Promise<void>;

/** A company with the longest names, on a server of its own: each row that another test adds takes time to look at. */
export async function startLongCompany(settings: Record<string, string> = {}) {
  const server = await startServer({ ...companySignIn, ...settings });
  return {
    server,
    company: await registerLongCompany(server.url, await administrationOf(server.url)),
  };
}

/** One walk of the administration of such a company. */
export async function walkAdministration(
  browser: Browser,
  { server, company }: Awaited<ReturnType<typeof startLongCompany>>,
  walk: Views,
  { look, prepare }: Walk,
): Promise<void> {
  const page = await signedIn(browser, server.url, administrator);
  await page.setViewportSize(LARGE);
  await prepare?.(page);
  await walk(page, company, look(page));
}

/** Walks of the chats and of the own account, each a test of its own. */
export const chatWalks = {
  'own account': walkAccount,
  'group chat': walkGroupChat,
  'direct and own chats': walkDirectChats,
  search: walkSearch,
};

/** One walk of the chats, in a company with the longest names. */
export async function walkChats(
  { browser, server, administration }: Stage,
  walk: Views,
  { look, prepare }: Walk,
): Promise<void> {
  const company = await registerLongCompany(server.url, administration);
  const page = await signedIn(browser, server.url, company.viewer);
  await page.setViewportSize(LARGE);
  await prepare?.(page);
  await page.goto(`/groups/${company.group.uuid}`);
  await walk(page, company, look(page));
}
