import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The network between a browser and the server, in the hands of a test. */
export interface Network {
  /** Where the browser reaches the server through it. */
  url: string;
  /** How many web sockets have been opened so far. */
  socketsOpened(): number;
  /** Tears every connection and takes no new one. */
  cut(): void;
  /** The server goes on hearing, but nothing that it says comes back: requests get no answer. */
  swallowAnswers(): void;
  /** The same of web sockets alone: they only look open. */
  deafenSockets(): void;
  /** On new connections every answer comes so much later, ms. */
  slow(latency: number): void;
  /** New connections work, and at once; those whose answers were swallowed stay as they are. */
  restore(): void;
  close(): Promise<void>;
}

interface Link {
  browser: Socket;
  upstream: Socket;
  isDeaf: boolean;
  isWebSocket: boolean;
  latency: number;
}

export async function openNetwork(serverUrl: string): Promise<Network> {
  const { hostname, port } = new URL(serverUrl);
  const links = new Set<Link>();
  let socketsOpened = 0;
  let isCut = false;
  let isSwallowing = false;
  let latency = 0;

  function open(browser: Socket): void {
    const upstream = connect(Number(port), hostname);
    const link = { browser, upstream, isDeaf: isSwallowing, isWebSocket: false, latency };
    links.add(link);
    browser.on('data', (chunk) => upstream.write(chunk));
    browser.once('data', (chunk) => {
      link.isWebSocket = /upgrade: websocket/i.test(chunk.toString());
      if (link.isWebSocket) socketsOpened += 1;
    });
    upstream.on('data', (chunk) => {
      if (link.isDeaf) return;
      if (link.latency > 0) setTimeout(() => browser.write(chunk), link.latency);
      else browser.write(chunk);
    });
    for (const socket of [browser, upstream]) {
      socket.on('error', () => tear(link));
      socket.on('close', () => tear(link));
    }
  }

  function tear(link: Link): void {
    links.delete(link);
    link.browser.destroy();
    link.upstream.destroy();
  }

  const server = createServer((browser) => {
    if (isCut) browser.destroy();
    else open(browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    socketsOpened: () => socketsOpened,
    cut() {
      isCut = true;
      for (const link of links) tear(link);
    },
    swallowAnswers() {
      isSwallowing = true;
      for (const link of links) link.isDeaf = true;
    },
    deafenSockets() {
      for (const link of links) link.isDeaf ||= link.isWebSocket;
    },
    slow(by) {
      latency = by;
    },
    restore() {
      isCut = false;
      latency = 0;
      isSwallowing = false;
    },
    async close() {
      server.close();
      for (const link of links) tear(link);
      await once(server, 'close');
    },
  };
}
