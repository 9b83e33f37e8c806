import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between a browser and the server, controlled by a test. */
export interface Network {
  /** The server's address through this network. */
  url: string;
  /** The number of web sockets opened so far. */
  socketsOpened(): number;
  /** Breaks every connection and accepts no new one. */
  cut(): void;
  /** The server still receives everything, but its answers are lost: requests stay unanswered. */
  swallowAnswers(): void;
  /** Loses the answers of the open web sockets alone, which then only look open. */
  deafenSockets(): void;
  /** New connections delay every answer by so many ms. */
  slow(latency: number): void;
  /** A request for a path that begins so breaks its connection. */
  lose(path: string): void;
  /** New connections work without delay and lose nothing; connections with swallowed answers stay as they are. */
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
  const links = new Links(serverUrl);
  const server = createServer((browser) => links.take(browser));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    socketsOpened: () => links.socketsOpened,
    cut: () => links.cut(),
    swallowAnswers: () => links.deafen(true),
    deafenSockets: () => links.deafen(false),
    slow(by) {
      links.latency = by;
    },
    lose(path) {
      links.lost = path;
    },
    restore: () => links.restore(),
    async close() {
      server.close();
      links.tearAll();
      await once(server, 'close');
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  return address.port;
}

/** The connections of one browser, and the rules for new ones. */
class Links {
  socketsOpened = 0;
  latency = 0;
  lost: string | undefined;
  private readonly server: URL;
  private readonly open = new Set<Link>();
  private isCut = false;
  private isSwallowing = false;

  constructor(serverUrl: string) {
    this.server = new URL(serverUrl);
  }

  take(browser: Socket): void {
    if (this.isCut) browser.destroy();
    else this.join(browser);
  }

  cut(): void {
    this.isCut = true;
    this.tearAll();
  }

  restore(): void {
    this.isCut = false;
    this.isSwallowing = false;
    this.latency = 0;
    this.lost = undefined;
  }

  /** Swallows the answers of all connections, new ones too, or of web sockets only. */
  deafen(all: boolean): void {
    this.isSwallowing ||= all;
    for (const link of this.open) link.isDeaf ||= all || link.isWebSocket;
  }

  tearAll(): void {
    for (const link of this.open) this.tear(link);
  }

  private join(browser: Socket): void {
    const { isSwallowing: isDeaf, latency } = this;
    const upstream = connect(Number(this.server.port), this.server.hostname);
    const link: Link = { browser, upstream, isDeaf, isWebSocket: false, latency };
    this.open.add(link);
    browser.on('data', (chunk) => {
      if (this.lost && chunk.toString('latin1').startsWith(`GET ${this.lost}`)) this.tear(link);
      else upstream.write(chunk);
    });
    browser.once('data', (chunk) => {
      link.isWebSocket = /upgrade: websocket/i.test(chunk.toString());
      if (link.isWebSocket) this.socketsOpened += 1;
    });
    upstream.on('data', (chunk) => {
      if (link.isDeaf) return;
      if (link.latency > 0) setTimeout(() => browser.write(chunk), link.latency);
      else browser.write(chunk);
    });
    for (const socket of [browser, upstream]) {
      socket.on('error', () => this.tear(link));
      socket.on('close', () => this.tear(link));
    }
  }

  private tear(link: Link): void {
    this.open.delete(link);
    link.browser.destroy();
    link.upstream.destroy();
  }
}
