import { loadCurrentUser } from '../features/session/current-user.ts';
import { ApiError } from '../shared/api-error.ts';
import { readSession, setCurrentUser } from '../shared/session.ts';

let asked: Promise<void> | undefined;

/** Fetches the current user of a stored login once, before anything that needs them is shown. */
export function ensureCurrentUser(): Promise<void> {
  asked ??= fetchUser().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function fetchUser(): Promise<void> {
  const { login, user } = readSession();
  if (!login || user) return;
  try {
    await loadCurrentUser();
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.status === 0;
    // Without a network they are who they were when they signed in; `session.realtime.ts` asks once there is one.
    if (isUnreachable && login.user) setCurrentUser(login.user);
    // A session that has ended leads to the sign-in page by itself.
    else if (readSession().login) throw error;
  }
}
