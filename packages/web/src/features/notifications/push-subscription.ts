import {
  getPushKey,
  type SubscriptionInput,
  subscribeToPush,
  unsubscribeFromPush,
} from '@chat/contract/notifications';
import { useEffect } from 'react';
import { create } from 'zustand';
import { ApiError } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { activeWorker, presentWorker } from '../../shared/service-worker.ts';
import { onSessionEnd, readSession, useSession } from '../../shared/session.ts';
import { onRegistered } from '../../shared/socket.ts';
import { serialQueue } from '../../shared/timing.ts';
import { usePermission } from './permission-offer.tsx';
import {
  forgetRegistered,
  readRegistered,
  subscriptionBody,
  writeRegistered,
} from './registered-endpoint.ts';
import { forgetNotices, runSerially } from './shared-notes.ts';
import { writeMuted } from './shown-notices.ts';
import { isMuted } from './sound.ts';

/**
 * Whether this browser gets messages while the page is closed, and else what is missing: the permission (`default` or
 * `denied`), https, the page on an iPhone's home screen, a browser that can, a server that pushes, a push service
 * within reach, or one that still takes what is pushed to this browser.
 */
export type PushState =
  | 'pending'
  | 'subscribed'
  | 'default'
  | 'denied'
  | 'insecure'
  | 'homeScreen'
  | 'unsupported'
  | 'off'
  | 'unreachable'
  | 'refused';

const useSubscription = create<{ state: PushState }>(() => ({ state: 'pending' }));

export function usePushState(): PushState {
  const { state } = useSubscription();
  const permission = usePermission((shown) => shown.state);
  // Somebody who leaves the browser's question open would wait for it here in vain.
  const open = permission === 'asking' ? 'default' : permission;
  return lacking() ?? (open === 'default' || open === 'denied' ? open : state);
}

export const isSubscribed = (): boolean => useSubscription.getState().state === 'subscribed';

/** The obstacles that no answer of the person changes. */
function lacking(): PushState | null {
  if (!window.isSecureContext) return 'insecure';
  if ('PushManager' in window && 'serviceWorker' in navigator) return null;
  return isIos() ? 'homeScreen' : 'unsupported';
}

/** Newer iPads call themselves Macs, which have no touch screens. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

// One after the other: a subscription that is given up must not take the next person's along.
const serially = serialQueue();

/** Subscribes the browser to pushes for the signed-in person, once notifications are permitted (rules/push-page 1). */
export function usePushSubscription(): void {
  const userId = useSession(({ user }) => user?.uuid);
  const permission = usePermission(({ state }) => state);
  useEffect(() => {
    if (!userId || permission !== 'granted') return;
    void renewSubscription();
    // The server or the push service may be within reach again.
    return onRegistered(() => {
      if (useSubscription.getState().state === 'unreachable') void renewSubscription();
    });
  }, [userId, permission]);
}

/** Tells the server this browser's endpoint: at each sign-in, and when the browser has another one. */
export const renewSubscription = (): Promise<void> =>
  serially(async () => useSubscription.setState({ state: await subscribe(false) }));

/** Whether the push service has refused this browser since: the server says so. */
export async function checkSubscription(): Promise<void> {
  if (isSubscribed()) await renewSubscription();
}

/** Asked for after a refusal: the browser gets a new endpoint, for the one that it has is dead. */
export const replaceSubscription = (): Promise<void> =>
  serially(async () => useSubscription.setState({ state: await subscribe(true) }));

onSessionEnd(() => void forgetRegistered());

async function subscribe(isAnew: boolean): Promise<PushState> {
  const { login } = readSession();
  const missing = lacking();
  if (missing) return missing;
  try {
    const worker = await activeWorker();
    if (!worker) return 'unsupported';
    const { publicKey } = (await callApi(getPushKey)).content;
    if (publicKey === null) return 'off';
    const body = subscriptionBody(await subscriptionOf(worker, publicKey, isAnew));
    // Whoever signed in meanwhile subscribes for themselves.
    if (!body || !login || readSession().login !== login) return 'pending';
    await writeMuted(isMuted());
    return await register(body, { publicKey, token: login.accessToken });
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return 'off';
    // Some networks let nobody reach the browser's push service; the open page notifies all the same.
    console.info('this browser gets no pushes', error);
    return 'unreachable';
  }
}

/**
 * A server that had this endpoint of this session and has no longer learned from the push service that it is dead: to
 * subscribe by it again would be to say what is not so (rules/push-page 8).
 */
async function register(
  body: SubscriptionInput,
  { publicKey, token }: { publicKey: string; token: string },
): Promise<PushState> {
  const { endpoint } = body;
  const known = await readRegistered();
  const before = known?.endpoint === endpoint && known.token === token ? known : undefined;
  if (before?.createdAt === null) return 'refused';
  const { createdAt } = (await callApi(subscribeToPush, { body })).content;
  const isRefused = before !== undefined && before.createdAt !== createdAt;
  const now = { endpoint, createdAt: isRefused ? null : createdAt, publicKey, token };
  if (readSession().login?.accessToken === token) await writeRegistered(now);
  if (isRefused) await callApi(unsubscribeFromPush, { body: { endpoint } });
  return isRefused ? 'refused' : 'subscribed';
}

/** The present subscription, or a new one where there is none, the server has another key or one is asked for. */
async function subscriptionOf(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
  isAnew: boolean,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription();
  if (!isAnew && present && isOfKey(present, publicKey)) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey: key } = options;
  return key !== null && base64url(new Uint8Array(key)) === publicKey;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Nothing more is pushed to this browser, even when the server was out of reach at the log-out (rules/push-page 2). */
export const endSubscription = (): Promise<void> =>
  serially(async () => {
    useSubscription.setState({ state: 'pending' });
    const worker = await presentWorker();
    if (!worker) return;
    for (const notice of await runSerially(() => worker.getNotifications())) notice.close();
    await forgetNotices();
    await (await worker.pushManager?.getSubscription())?.unsubscribe();
  });
