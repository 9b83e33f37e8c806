import { login } from '@chat/contract/auth/auth.routes';
import type { CurrentUser } from '@chat/contract/auth/auth.schema';
import { callApi } from '../../../shared/call-api.ts';
import { useSingleMutation } from '../../../shared/hooks/use-single-mutation.ts';
import { endSession, startSession } from '../../../shared/session.ts';
import { getDeviceId } from '../device-id.ts';
import { loadCurrentUser } from './load-current-user.ts';

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

export const useLogIn = () => useSingleMutation({ mutationFn: logIn });
