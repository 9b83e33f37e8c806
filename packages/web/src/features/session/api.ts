import { type CurrentUser, login } from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { useRef, useState } from 'react';
import { callApi } from '../../shared/call-api.ts';
import { endSession, readSession, setCurrentUser, startSession } from '../../shared/session.ts';
import { getDeviceId } from './device-id.ts';

/** Fetches who is signed in and keeps them in the session. */
export async function loadCurrentUser(): Promise<CurrentUser> {
  const { login } = readSession();
  const { content } = await callApi(getCurrentUser);
  if (readSession().login === login) setCurrentUser(content);
  return content;
}

interface Credentials {
  email: string;
  password: string;
}

async function logIn(credentials: Credentials): Promise<CurrentUser> {
  const deviceId = await getDeviceId();
  const { content } = await callApi(login, { body: { ...credentials, deviceId } });
  startSession(content);
  try {
    return await loadCurrentUser();
  } catch (error) {
    // Half a session would send the visitor round in circles.
    endSession();
    throw error;
  }
}

interface Callbacks {
  onSuccess: (user: CurrentUser) => void;
  onError: (error: unknown) => void;
}

const atRest = { isPending: false, error: null };

/** As `useSingleMutation`, without the library below it: the sign-in page needs nothing else of that. */
export function useLogIn() {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>(atRest);
  const isUnderWay = useRef(false);
  const mutate = async (credentials: Credentials, { onSuccess, onError }: Callbacks) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState({ isPending: true, error: null });
    try {
      const user = await logIn(credentials);
      setState(atRest);
      onSuccess(user);
    } catch (error) {
      setState({ isPending: false, error });
      onError(error);
    } finally {
      isUnderWay.current = false;
    }
  };
  return { ...state, mutate };
}
