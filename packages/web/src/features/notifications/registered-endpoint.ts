import { readShared, writeShared } from './shared-notes.ts';

/** The endpoint by which the server last knew this browser, and what the service worker needs to name another one. */
export interface RegisteredEndpoint {
  endpoint: string;
  /** As the server has recorded it; null once the server has dropped the record. */
  createdAt: string | null;
  publicKey: string;
  /** The session's. The service worker cannot read where the page keeps its login. */
  token: string;
}

const KEY = '/notices/endpoint';

export const readRegistered = async (): Promise<RegisteredEndpoint | undefined> =>
  (await readShared<RegisteredEndpoint | null>(KEY)) ?? undefined;

export const writeRegistered = (registered: RegisteredEndpoint): Promise<void> =>
  writeShared(KEY, registered);

/** The service worker speaks for the session no longer. */
export async function forgetRegistered(): Promise<void> {
  if (await readRegistered()) await writeShared(KEY, null);
}

/** The body that tells the server of a subscription. */
export function subscriptionBody(subscription: Pick<PushSubscription, 'toJSON'>) {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null;
}

/**
 * In the service worker, when the browser has given up its endpoint: subscribes under the same key and tells the server
 * at once, for no page may be opened for days. Not every browser says which subscription it was (rules/push-page 7).
 */
export async function subscribeAgain(
  { pushManager }: { pushManager: Subscribing },
  { oldSubscription: before, newSubscription: after }: SubscriptionChange,
): Promise<void> {
  const known = await readRegistered();
  const applicationServerKey = before?.options.applicationServerKey ?? known?.publicKey;
  if (!applicationServerKey) return;
  const subscription =
    after ??
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (known) await registerAgain(known, subscription);
}

interface Subscription extends Pick<PushSubscription, 'toJSON'> {
  options: Pick<PushSubscriptionOptions, 'applicationServerKey'>;
}

interface Subscribing {
  getSubscription(): Promise<Subscription | null>;
  subscribe(options: PushSubscriptionOptionsInit): Promise<Subscription>;
}

interface SubscriptionChange {
  oldSubscription?: Subscription | null;
  newSubscription?: Subscription | null;
}

/** Without a network, or after the session, the next page that opens does so. */
async function registerAgain(known: RegisteredEndpoint, subscription: Subscription): Promise<void> {
  const body = subscriptionBody(subscription);
  if (!body) return;
  const answer = await fetch('/api/push/subscriptions', {
    method: 'POST',
    headers: { authorization: `Bearer ${known.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) return;
  const { createdAt } = (await answer.json()).content;
  await writeRegistered({ ...known, endpoint: body.endpoint, createdAt });
}
