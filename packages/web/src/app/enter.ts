import { redirect } from '@tanstack/react-router';
import { loadCurrentUser } from '../features/session/api/load-current-user.ts';
import { ApiError } from '../shared/api-error.ts';
import { type RouteName, routePaths } from '../shared/routes.ts';
import { readSession, setCurrentUser } from '../shared/session.ts';
import { guard } from './guard.ts';

let prefetched: ReturnType<typeof loadCurrentUser> | undefined;

/** Asks for the user of a stored login while the page's code is still on its way. */
export function prefetchCurrentUser(): void {
  prefetched = loadCurrentUser();
  // The code that waits for the answer handles its failure.
  prefetched.catch(() => undefined);
}

/** Fetches the current user of a stored login once, before anything that needs them is shown. */
export async function ensureCurrentUser(): Promise<void> {
  const { login, user } = readSession();
  if (!login || user) return;
  try {
    const asked = prefetched ?? loadCurrentUser();
    prefetched = undefined;
    await asked;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.status === 0;
    // Without a network they are who they were when they signed in; `session.realtime.ts` asks once there is one.
    if (isUnreachable && login.user) return setCurrentUser(login.user);
    if (!readSession().login) throw redirect({ to: routePaths['auth.login'], replace: true });
    throw error;
  }
}

/** A route's `beforeLoad`: lets the visitor in or sends them where the guard says. */
export function enter(name: RouteName): () => void {
  return () => {
    const { login, user } = readSession();
    // At the login page the user is not fetched; the stored login knows them well enough to leave it.
    const decision = guard(name, { isLoggedIn: login !== null, user: user ?? login?.user ?? null });
    if (decision.kind === 'redirect')
      throw redirect({ to: routePaths[decision.to], replace: true });
  };
}
