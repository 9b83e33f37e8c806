import { type CurrentUser, type LoginResponse, login, type OwnUser } from '@chat/contract/auth';
import { requiredStepOf } from '@chat/contract/session';
import { getConfig, type PublicConfig } from '@chat/contract/system';
import { getCurrentUser } from '@chat/contract/users';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { callApi } from '../../shared/call-api.ts';
import { persist, readKept } from '../../shared/persist.ts';
import { askedPage } from '../../shared/routes.ts';
import {
  countRestrictions,
  endSession,
  readSession,
  setCurrentUser,
  setRequired,
  startSession,
} from '../../shared/session.ts';
import { getDeviceId } from './device-id.ts';

/** Fetches who is signed in and what they must do first, and keeps both in the session. */
export async function loadCurrentUser(signal?: AbortSignal): Promise<OwnUser> {
  const token = readSession().login?.accessToken;
  const restrictions = countRestrictions();
  const { content } = await callApi(getCurrentUser, signal ? { signal } : {});
  if (readSession().login?.accessToken === token) {
    const required = requiredStepOf(content);
    // A restriction that came meanwhile is newer than the answer.
    if (required === undefined && countRestrictions() !== restrictions) {
      return loadCurrentUser(signal);
    }
    setRequired(required);
    setCurrentUser(content);
  }
  return content;
}

interface Credentials {
  email: string;
  password: string;
  /** Undefined until the server has asked for it. */
  code: string | undefined;
}

async function logIn(credentials: Credentials): Promise<CurrentUser> {
  const deviceId = await getDeviceId();
  const { content } = await callApi(login, { body: { ...credentials, deviceId } });
  return enter(content);
}

/** Begins the session that a sign-in of whatever kind has given; `app/follow.ts` then opens its user's page. */
export async function enter(content: LoginResponse): Promise<CurrentUser> {
  startSession(content);
  useInvited.setState({ email: null });
  try {
    return await loadCurrentUser();
  } catch (error) {
    // Half a session would send the visitor round in circles.
    endSession(null, askedPage());
    throw error;
  }
}

const atRest = { isPending: false, error: null };

/**
 * Signs a person in, one press at a time. Does without the library below `useSingleMutation`: the sign-in page needs
 * nothing else of it.
 */
export function useLogIn() {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>(atRest);
  const isUnderWay = useRef(false);
  const mutate = async (credentials: Credentials, onError: (error: unknown) => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState({ isPending: true, error: null });
    try {
      await logIn(credentials);
      setState(atRest);
    } catch (error) {
      setState({ isPending: false, error });
      onError(error);
    } finally {
      isUnderWay.current = false;
    }
  };
  return { ...state, mutate };
}

/** Whoever has just set their password by an invitation, so that they need not type their e-mail. */
export const useInvited = create<{ email: string | null }>(() => ({ email: null }));

export type WaysIn = Pick<PublicConfig, 'oidcName' | 'passwordLogin'>;

const WAYS_KEY = 'chat.waysIn';
const byPassword: WaysIn = { oidcName: null, passwordLogin: true };

function keptWaysIn(): WaysIn {
  try {
    return { ...byPassword, ...JSON.parse(readKept(WAYS_KEY) ?? '{}') };
  } catch {
    return byPassword;
  }
}

/** How one may sign in: as this browser was told the last time, until the server says it. */
export function useWaysIn(): WaysIn {
  const [known, setWays] = useState(keptWaysIn);
  useEffect(() => {
    callApi(getConfig).then(
      ({ content: { oidcName, passwordLogin } }) => {
        const ways = { oidcName, passwordLogin };
        const isUsual = oidcName === null && passwordLogin;
        persist(WAYS_KEY, isUsual ? null : JSON.stringify(ways));
        setWays(ways);
      },
      // A server that is away says so when somebody signs in.
      () => undefined,
    );
  }, []);
  return known;
}
