import type { CurrentUser } from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { callApi } from '../../../shared/call-api.ts';
import { readSession, setCurrentUser } from '../../../shared/session.ts';

/** Fetches who is signed in and keeps them in the session. */
export async function loadCurrentUser(): Promise<CurrentUser> {
  const { login } = readSession();
  const { content } = await callApi(getCurrentUser);
  if (readSession().login === login) setCurrentUser(content);
  return content;
}
