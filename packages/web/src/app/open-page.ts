import { ownGroupsQuery } from '../features/chat/list/api/list-own-groups.ts';
import { prefetchChat } from '../pages/prefetch-chat.ts';
import { dropPrefetched } from '../shared/prefetched.ts';
import { queryClient } from '../shared/query-client.ts';
import { readSession } from '../shared/session.ts';
import { prefetchCurrentUser } from './enter.ts';
import { router } from './router.tsx';

/** After this a waiting user is shown that something is coming. */
const DRAW_TIMEOUT_MS = 500;

/**
 * Resolves once what the address shows can be drawn in one go, code and content, or once that takes too long. Drawn
 * piece by piece as it comes, a slow machine would draw a spinner, then the empty page, then the full one.
 */
export async function openPage(): Promise<void> {
  const content = preload();
  await Promise.race([
    Promise.allSettled([router.load(), content]),
    new Promise((resolve) => setTimeout(resolve, DRAW_TIMEOUT_MS)),
  ]);
}

/** What the address shows is asked for at once, code and content, and not when the router comes to it. */
async function preload(): Promise<void> {
  if (!readSession().login) return;
  const [routes, { id }] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
  prefetchCurrentUser();
  const read = id ? [prefetchChat(id), queryClient.prefetchQuery(ownGroupsQuery)] : [];
  await Promise.all(read).finally(dropPrefetched);
}
