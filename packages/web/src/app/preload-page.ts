import { readSession } from '../shared/session.ts';
import { router } from './router.tsx';

/** The code of what the address shows comes while the server is asked who is signed in, not after the answer. */
export function preloadPage(): void {
  if (!readSession().login) return;
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  for (const route of routes) void router.loadRouteChunk(route);
}
