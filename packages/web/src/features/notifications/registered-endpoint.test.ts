import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStores } from '../../test/fake-worker.ts';
import {
  forgetRegistered,
  readRegistered,
  subscribeAgain,
  writeRegistered,
} from './registered-endpoint.ts';

const keys = { p256dh: 'point', auth: 'secret' };
const registered = {
  endpoint: 'https://push.example/old',
  createdAt: 'before',
  publicKey: 'BAEC',
  token: 'secreto',
};

function subscriptionOf(endpoint: string, applicationServerKey: ArrayBuffer | null = null) {
  const options = { applicationServerKey, userVisibleOnly: true };
  return { endpoint, options, toJSON: () => ({ endpoint, keys }) };
}

const fresh = subscriptionOf('https://push.example/new');
const subscribe = vi.fn(async () => fresh);
const getSubscription = vi.fn(async (): Promise<typeof fresh | null> => null);
const worker = { pushManager: { subscribe, getSubscription } };
const asked: [url: string, init: RequestInit][] = [];
let answer: () => Response;

beforeEach(() => {
  fakeStores();
  subscribe.mockClear();
  getSubscription.mockReset().mockResolvedValue(null);
  asked.length = 0;
  answer = () => Response.json({ content: { endpoint: fresh.endpoint, createdAt: 'now' } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, init]);
    return answer();
  });
});

const body = JSON.stringify({ endpoint: fresh.endpoint, keys });

describe('when the browser has given up its endpoint and no page is open', () => {
  it('a new one is made and named to the session, though nobody says which it was', async () => {
    await writeRegistered(registered);
    await subscribeAgain(worker, {});
    const options = { userVisibleOnly: true, applicationServerKey: 'BAEC' };
    expect(subscribe.mock.calls).toEqual([[options]]);
    expect(asked).toMatchObject([
      [
        '/api/push/subscriptions',
        { method: 'POST', headers: { authorization: 'Bearer secreto' }, body },
      ],
    ]);
    const { endpoint } = fresh;
    expect(await readRegistered()).toEqual({ ...registered, endpoint, createdAt: 'now' });
  });

  it('the one that the browser has made itself is named', async () => {
    await writeRegistered(registered);
    await subscribeAgain(worker, { newSubscription: fresh });
    getSubscription.mockResolvedValue(fresh);
    await subscribeAgain(worker, { oldSubscription: null, newSubscription: null });
    expect(subscribe).not.toHaveBeenCalled();
    expect(asked.map(([, sent]) => sent.body)).toEqual([body, body]);
  });

  it('the key of the one before is taken, and a page names it where no session is known', async () => {
    const key = new ArrayBuffer(3);
    const oldSubscription = subscriptionOf('https://push.example/old', key);
    await subscribeAgain(worker, { oldSubscription });
    const options = { userVisibleOnly: true, applicationServerKey: key };
    expect([subscribe.mock.calls, asked]).toEqual([[[options]], []]);
  });

  it('nothing happens after the session', async () => {
    await writeRegistered(registered);
    await forgetRegistered();
    await subscribeAgain(worker, {});
    expect([subscribe.mock.calls, asked]).toEqual([[], []]);
  });

  it('what the server refuses is not taken for known', async () => {
    await writeRegistered(registered);
    answer = () => Response.json({ message: 'no' }, { status: 401 });
    await subscribeAgain(worker, {});
    expect(await readRegistered()).toEqual(registered);
  });
});
