import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setCurrentUser, startSession } from '../../shared/session.ts';
import { ana } from '../../test/builders.ts';
import { fakeRegistration, fakeStores } from '../../test/fake-worker.ts';
import { usePermission } from './permission-offer.tsx';
import {
  checkSubscription,
  endSubscription,
  isSubscribed,
  renewSubscription,
  replaceSubscription,
  usePushState,
  usePushSubscription,
} from './push-subscription.ts';
import { noteNotice } from './shown-notices.ts';

const worker = vi.hoisted<{ present?: ServiceWorkerRegistration }>(() => ({}));
vi.mock('../../shared/service-worker.ts', () => ({
  activeWorker: async () => worker.present,
  presentWorker: async () => worker.present,
}));
const registered = vi.hoisted(() => new Set<() => void>());
vi.mock('../../shared/socket.ts', () => ({
  onRegistered(listener: () => void) {
    registered.add(listener);
    return () => registered.delete(listener);
  },
}));

const [key, otherKey] = ['BAEC', 'BAED'];
const keys = { p256dh: 'point', auth: 'secret' };
const bytesOf = (given: string) => Uint8Array.from(atob(given), (one) => one.charCodeAt(0)).buffer;

/** The browser's push service: what the browser has there, and how often it was asked for a new one. */
let present: ReturnType<typeof subscriptionOf> | null;
let subscribe: ReturnType<typeof vi.fn>;
let screen: ReturnType<typeof fakeRegistration>;
const asked: [call: string, body: unknown][] = [];
const answers = new Map<string, () => Response>();

function subscriptionOf(endpoint: string, ofKey: string) {
  return {
    endpoint,
    options: { applicationServerKey: bytesOf(ofKey) },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: vi.fn(async () => {
      present = null;
      return true;
    }),
  };
}

const content = (value: unknown) => () => Response.json({ content: value });
const posted = () => asked.filter(([call]) => call === 'POST /api/push/subscriptions');
const state = () => renderHook(usePushState).result.current;

function signIn(name: string): void {
  const user = { ...ana, uuid: name };
  startSession({ accessToken: `token of ${name}`, user });
  setCurrentUser(user);
}

beforeEach(() => {
  let count = 0;
  present = null;
  asked.length = 0;
  answers.clear();
  answers.set('GET /api/push/key', content({ publicKey: key }));
  answers.set('POST /api/push/subscriptions', content({}));
  subscribe = vi.fn(async () => {
    present = subscriptionOf(`https://push.example/${++count}`, key);
    return present;
  });
  screen = fakeRegistration();
  const pushManager = { getSubscription: async () => present, subscribe };
  worker.present = Object.assign(screen.registration, { pushManager });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${url}`;
    asked.push([call, body ? JSON.parse(String(body)) : undefined]);
    return answers.get(call)?.() ?? Response.json({ message: 'no' }, { status: 500 });
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  fakeStores();
  usePermission.setState({ state: 'granted' });
  signIn('ana');
});
afterEach(async () => {
  cleanup();
  await endSubscription();
  registered.clear();
});

describe('whoever has permitted notifications', () => {
  it('is subscribed at each sign-in, by the one subscription that the browser has', async () => {
    renderHook(usePushSubscription);
    await waitFor(() => expect(isSubscribed()).toBe(true));
    act(() => signIn('bruno'));
    await waitFor(() => expect(posted()).toHaveLength(2));
    const body = { endpoint: 'https://push.example/1', keys };
    expect(posted().map(([, sent]) => sent)).toEqual([body, body]);
    expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: key }]]);
    expect(state()).toBe('subscribed');
  });

  it('is not before the permission is given', async () => {
    usePermission.setState({ state: 'default' });
    renderHook(usePushSubscription);
    expect([asked, state()]).toEqual([[], 'default']);
    act(() => usePermission.setState({ state: 'granted' }));
    await waitFor(() => expect(posted()).toHaveLength(1));
  });

  it('tells the new endpoint when the browser has another one', async () => {
    await renewSubscription();
    present = subscriptionOf('https://push.example/renewed', key);
    await renewSubscription();
    expect(posted().map(([, body]) => body)).toMatchObject([
      { endpoint: 'https://push.example/1' },
      { endpoint: 'https://push.example/renewed' },
    ]);
  });

  it('gets a new subscription where the server has another key', async () => {
    present = subscriptionOf('https://push.example/before', otherKey);
    const { unsubscribe } = present;
    await renewSubscription();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(posted().map(([, body]) => body)).toMatchObject([
      { endpoint: 'https://push.example/1' },
    ]);
  });
});

describe('where something is missing for pushes, the page knows what', () => {
  it('https', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(state()).toBe('insecure');
  });

  it.each([
    ['homeScreen', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'],
    ['unsupported', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ])('a browser that can: %s', (missing, userAgent) => {
    Reflect.deleteProperty(window, 'PushManager');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    expect(state()).toBe(missing);
  });

  it('the permission, also while the browser waits for an answer', () => {
    usePermission.setState({ state: 'denied' });
    expect(state()).toBe('denied');
    usePermission.setState({ state: 'asking' });
    expect(state()).toBe('default');
  });

  it.each<[string, string, () => Response]>([
    ['gives no key', 'GET /api/push/key', content({ publicKey: null })],
    ['refuses', 'POST /api/push/subscriptions', () => Response.json({}, { status: 409 })],
  ])('a server that pushes: it %s', async (_, call, answer) => {
    answers.set(call, answer);
    await renewSubscription();
    expect([state(), isSubscribed()]).toEqual(['off', false]);
  });

  it('a service worker', async () => {
    delete worker.present;
    await renewSubscription();
    expect(state()).toBe('unsupported');
  });

  it('a push service within reach, and tries again once the server is', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    subscribe.mockRejectedValueOnce(new DOMException('push service error', 'AbortError'));
    renderHook(usePushSubscription);
    await waitFor(() => expect(state()).toBe('unreachable'));
    for (const listener of registered) listener();
    await waitFor(() => expect(isSubscribed()).toBe(true));
    const { length } = asked;
    for (const listener of registered) listener();
    await renewSubscription();
    expect(asked).toHaveLength(length + 2);
  });
});

describe('a browser whose push service has refused it', () => {
  const [dead, next] = ['https://push.example/1', 'https://push.example/2'];
  /** The server's records, by endpoint; it drops one when the push service answers 410. */
  let records: Map<string, string>;
  let count = 0;

  beforeEach(() => {
    records = new Map();
    answers.set('POST /api/push/subscriptions', () => {
      const { endpoint } = z.object({ endpoint: z.string() }).parse(posted().at(-1)?.[1]);
      const createdAt = records.get(endpoint) ?? `record ${++count}`;
      records.set(endpoint, createdAt);
      return Response.json({ content: { endpoint, createdAt } });
    });
    answers.set('DELETE /api/push/subscriptions', content(null));
  });

  it('is known when the page looks again, and is not taken for subscribed by any page', async () => {
    await renewSubscription();
    await checkSubscription();
    expect(state()).toBe('subscribed');
    records.delete(dead);
    await checkSubscription();
    expect(state()).toBe('refused');
    expect(asked.at(-1)).toEqual(['DELETE /api/push/subscriptions', { endpoint: dead }]);
    const { length } = posted();
    await renewSubscription();
    expect([state(), posted().length]).toEqual(['refused', length]);
  });

  it('is subscribed by a new endpoint when its person asks for it', async () => {
    await renewSubscription();
    const unsubscribe = present?.unsubscribe;
    records.delete(dead);
    await renewSubscription();
    await replaceSubscription();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(posted().at(-1)?.[1]).toMatchObject({ endpoint: next });
    expect([state(), present?.endpoint]).toEqual(['subscribed', next]);
    await checkSubscription();
    expect(state()).toBe('subscribed');
  });

  it('is another matter than a new session of the same browser', async () => {
    await renewSubscription();
    // The one before lapsed, and its subscription with it.
    records.clear();
    signIn('bruno');
    await renewSubscription();
    expect(state()).toBe('subscribed');
  });

  it('is not asked about where it never was subscribed', async () => {
    usePermission.setState({ state: 'default' });
    await checkSubscription();
    expect(asked).toEqual([]);
  });
});

describe('whoever leaves', () => {
  it('is not pushed to in that browser any more, and the notifications that stand there go', async () => {
    await renewSubscription();
    const unsubscribe = present?.unsubscribe;
    await screen.registration.showNotification('bruno@empresa.local', { tag: 'chat-1' });
    const notice = { chatId: 'chat-1', messageId: 'm1', isMention: false };
    await noteNotice(notice, async () => undefined);
    answers.clear();
    await endSubscription();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect([present, screen.standing(), isSubscribed()]).toEqual([null, [], false]);
    await noteNotice(notice, async (standing) => expect(standing).toBe('news'));
  });

  it('takes nothing from the next person, whose subscription comes after', async () => {
    await renewSubscription();
    const leaving = endSubscription();
    signIn('bruno');
    await Promise.all([leaving, renewSubscription()]);
    expect(posted().map(([, body]) => body)).toMatchObject([
      { endpoint: 'https://push.example/1' },
      { endpoint: 'https://push.example/2' },
    ]);
    expect([present?.endpoint, isSubscribed()]).toEqual(['https://push.example/2', true]);
  });

  it('subscribes nobody who has signed in meanwhile', async () => {
    subscribe.mockImplementationOnce(async () => {
      signIn('bruno');
      present = subscriptionOf('https://push.example/late', key);
      return present;
    });
    await renewSubscription();
    expect([posted(), isSubscribed()]).toEqual([[], false]);
  });
});
