import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Push } from '@chat/contract/notifications';
import { subscribeToPush } from '@chat/contract/notifications';
import { makeBrowserKeys } from '../../../../scripts/lib/browser-keys.mjs';
import type { Client } from '../client.ts';
import { startHttps } from '../https-server.ts';

/** How the push service answers one browser's pushes; `hang` not before `release`, `reset` by a broken connection. */
export type Manner =
  | number
  | 'hang'
  | 'reset'
  | { status: number; headers: Record<string, string> };

export interface TakenPush {
  headers: IncomingHttpHeaders;
  push: Push;
}

/** The browser of somebody, at a push service of the test's own. */
export interface PushedBrowser {
  endpoint: string;
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** All that has come, each answered by the manner of that moment. */
  readonly got: TakenPush[];
  /** The pushes alone. */
  pushes(): Push[];
  /** Waits for that many. */
  expectCount(count: number): Promise<Push[]>;
  manner: Manner;
}

export interface PushServiceOfTest {
  url: string;
  /** The certificate of its authority, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  addBrowser(): PushedBrowser;
  /** A browser that subscribes by this session. */
  subscribe(client: Client): Promise<PushedBrowser>;
  /** Before it answers each. */
  delayMs: number;
  /** The beginning of endpoints whose pushes are counted and not read. */
  addCrowd(): string;
  /** How many have come to such. */
  crowd(): number;
  /** Such pushes are not answered before `release`. */
  hangsCrowd: boolean;
  /** Breaks the connections that it keeps hanging. */
  release(): void;
  stop(): Promise<void>;
}

/** Pushes that reach the test's own service, which has a private address. */
export const trialPush = { isOn: true, showsContent: true, allowsPrivate: true };

/** Gives the settings of a server in a process of its own: it reaches the test's service and trusts its certificate. */
export const trialPushSettings = ({ certificate }: PushServiceOfTest) => ({
  PUSH_ALLOW_PRIVATE: '1',
  NODE_EXTRA_CA_CERTS: certificate,
});

const WAIT_MS = 15_000;
const CROWD = '/crowd/';

function answer(manner: Exclude<Manner, 'hang'>, response: ServerResponse): void {
  if (manner === 'reset') return void response.socket?.destroy();
  if (typeof manner === 'number') response.writeHead(manner).end();
  else response.writeHead(manner.status, manner.headers).end();
}

class Browser implements PushedBrowser {
  readonly endpoint: string;
  readonly got: TakenPush[] = [];
  readonly listeners = new Set<() => void>();
  readonly #keys = makeBrowserKeys();
  manner: Manner = 201;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  get subscription() {
    return { endpoint: this.endpoint, keys: this.#keys.keys };
  }

  take(headers: IncomingHttpHeaders, body: Buffer): void {
    const push = JSON.parse(this.#keys.decrypt(body));
    this.got.push({ headers, push });
    for (const listener of this.listeners) listener();
  }

  pushes(): Push[] {
    return this.got.map(({ push }) => push);
  }

  expectCount(count: number): Promise<Push[]> {
    return new Promise((settle, fail) => {
      const look = () => {
        if (this.got.length < count) return;
        clearTimeout(timer);
        this.listeners.delete(look);
        settle(this.pushes());
      };
      const timer = setTimeout(() => {
        this.listeners.delete(look);
        fail(new Error(`${count} pushes were expected: ${JSON.stringify(this.pushes())}`));
      }, WAIT_MS);
      this.listeners.add(look);
      look();
    });
  }
}

/** Takes pushes by https as the services of browser makers do. */
export async function startPushService(): Promise<PushServiceOfTest> {
  const browsers = new Map<string, Browser>();
  const hanging: ServerResponse[] = [];
  let crowd = 0;
  const takeOfCrowd = (response: ServerResponse) => {
    crowd++;
    if (service.hangsCrowd) hanging.push(response);
    else setTimeout(() => answer(201, response), service.delayMs);
  };
  const server = await startHttps((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.startsWith(CROWD)) return takeOfCrowd(response);
      const browser = browsers.get(request.url ?? '');
      if (!browser) return void response.writeHead(404).end();
      browser.take(request.headers, Buffer.concat(chunks));
      const { manner } = browser;
      if (manner === 'hang') return void hanging.push(response);
      if (service.delayMs > 0) setTimeout(() => answer(manner, response), service.delayMs);
      else answer(manner, response);
    });
  });
  const { url, certificate } = server;
  const service: PushServiceOfTest = {
    url,
    certificate,
    delayMs: 0,
    addCrowd: () => `${url}${CROWD}`,
    crowd: () => crowd,
    hangsCrowd: false,
    release() {
      for (const response of hanging.splice(0)) answer('reset', response);
    },
    addBrowser() {
      const path = `/push/${browsers.size + 1}`;
      const browser = new Browser(`${url}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    async subscribe(client) {
      const browser = service.addBrowser();
      const { status, message } = await client.call(subscribeToPush, {
        body: browser.subscription,
      });
      if (status !== 201) throw new Error(`${client.email} could not subscribe: ${message}`);
      return browser;
    },
    stop: () => server.stop(),
  };
  return service;
}
