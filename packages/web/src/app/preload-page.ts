import { ownGroupsQuery } from '../features/groups/api/list-own-groups.ts';
import { readChatAhead } from '../pages/read-chat-ahead.ts';
import { forgetAskedAhead } from '../shared/asked-ahead.ts';
import { queryClient } from '../shared/query-client.ts';
import { readSession } from '../shared/session.ts';
import { askCurrentUserAhead } from './enter.ts';
import { router } from './router.tsx';

/** What the address shows is asked for at once, code and content, and not when the router comes to it. */
export function preloadPage(): void {
  if (!readSession().login) return;
  const [routes, { id }] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
  askCurrentUserAhead();
  const read = id ? [readChatAhead(id), queryClient.prefetchQuery(ownGroupsQuery)] : [];
  void Promise.all(read).finally(forgetAskedAhead);
}
