import { readChatAhead } from '../pages/read-chat-ahead.ts';
import { readSession } from '../shared/session.ts';
import { askCurrentUserAhead } from './enter.ts';
import { router } from './router.tsx';

/** What the address shows is asked for at once, code and content, and not when the router comes to it. */
export function preloadPage(): void {
  if (!readSession().login) return;
  const [routes, { id }] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
  askCurrentUserAhead();
  if (id) void readChatAhead(id);
}
