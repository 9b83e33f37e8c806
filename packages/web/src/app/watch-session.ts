import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { onSessionEnd, useSession } from '../shared/session.ts';
import { follow } from './follow.ts';

/** A session that ends leads to the login page; a role that changes is asked again whether it may be where it is. */
export function watchSession(): void {
  onSessionEnd(() => goTo(routePaths['auth.login'], { replace: true }));
  useSession.subscribe((now, before) => {
    if (now.user && before.user && now.user.role !== before.user.role) void follow();
  });
}
