import { queryClient } from '../shared/query-client.ts';
import { routePaths } from '../shared/routes.ts';
import { onSessionEnd, useSession } from '../shared/session.ts';
import { router } from './router.tsx';

/** A session that ends leads to the login page; a role that changes is asked again whether it may be where it is. */
export function watchSession(): void {
  onSessionEnd(async () => {
    await router.navigate({ to: routePaths['auth.login'], replace: true });
    queryClient.clear();
  });
  useSession.subscribe((now, before) => {
    if (now.user && before.user && now.user.role !== before.user.role) void router.invalidate();
  });
}
