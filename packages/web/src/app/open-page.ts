import { dropPrefetched } from '../shared/call-api.ts';
import { groupIn, routeAt } from '../shared/routes.ts';
import { readSession } from '../shared/session.ts';
import { whenIdle } from '../shared/timing.ts';
import { ensureCurrentUser, follow, followAddress } from './follow.ts';
import { loadPage } from './pages.ts';

/** After this a waiting user is shown that something is coming. */
const DRAW_TIMEOUT_MS = 500;

/**
 * Resolves once what the address shows can be drawn in one go, code and content, or once that takes too long. Drawn
 * piece by piece as it comes, a slow machine would draw a spinner, then the empty page, then the full one.
 */
export async function openPage(): Promise<void> {
  followAddress();
  const content = preload();
  await Promise.race([
    Promise.allSettled([follow(), content]),
    new Promise((resolve) => setTimeout(resolve, DRAW_TIMEOUT_MS)),
  ]);
  // The page is loaded beforehand, so that nobody waits for it after signing in.
  if (!readSession().login) whenIdle(() => loadPage('user.groups.chat').catch(() => undefined));
}

/** Code and content of the address are fetched at once, before the session is checked. */
async function preload(): Promise<void> {
  if (!readSession().login) return;
  const { pathname } = window.location;
  const route = routeAt(pathname);
  const groupId = groupIn(pathname);
  // Whoever waits for them handles their failure.
  if (route) loadPage(route).catch(() => undefined);
  ensureCurrentUser().catch(() => undefined);
  if (!groupId || readSession().login?.required) return dropPrefetched();
  try {
    const { prefetchChat, prefetchGroups } = await import('../pages/prefetch-chat.ts');
    await Promise.all([prefetchChat(groupId), prefetchGroups()]);
  } finally {
    dropPrefetched();
  }
}
