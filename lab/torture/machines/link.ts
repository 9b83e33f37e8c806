import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { portOf } from '../../support/helpers.ts';

interface Pair {
  near: Socket;
  far: Socket;
}

/** A TCP link between two parties that can be cut, held, and made to swallow what comes back. */
export class Link {
  /** Where it passes connections on to; may move with every restart of who listens there. */
  target = 0;
  private readonly server: Server;
  private readonly links = new Set<Pair>();
  private answersToSwallow = 0;
  private isHeld = false;

  constructor() {
    this.server = createServer((near) => this.join(near));
  }

  get port(): number {
    return portOf(this.server);
  }

  listen(): Promise<void> {
    return new Promise((listening) => this.server.listen(0, '127.0.0.1', listening));
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((closed) => this.server.close(() => closed()));
  }

  /** Ends connections without a word, as a pulled cable does once somebody notices. */
  cut(isHit: () => boolean = () => true): void {
    for (const link of [...this.links]) if (isHit()) end(link);
  }

  /** The next answers are thrown away and their connections ended: what was asked for has been done, and nobody hears of it. */
  swallow(answers: number): void {
    this.answersToSwallow = answers;
  }

  /** Nothing gets through, either way, until it is let go. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    for (const { near, far } of this.links) {
      for (const socket of [near, far]) {
        if (isHeld) socket.pause();
        else socket.resume();
      }
    }
  }

  private join(near: Socket): void {
    const far = createConnection(this.target, '127.0.0.1');
    const link = { near, far };
    this.links.add(link);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', () => end(link));
      socket.on('close', () => {
        this.links.delete(link);
        end(link);
      });
      if (this.isHeld) socket.pause();
    }
    pass(near, far);
    far.on('data', (chunk) => {
      if (this.answersToSwallow > 0) {
        this.answersToSwallow--;
        return end(link);
      }
      write(far, near, chunk);
    });
  }
}

function pass(from: Socket, to: Socket): void {
  from.on('data', (chunk) => write(from, to, chunk));
}

function write(from: Socket, to: Socket, chunk: Buffer): void {
  if (to.destroyed || to.write(chunk)) return;
  from.pause();
  to.once('drain', () => from.resume());
}

function end({ near, far }: Pair): void {
  near.destroy();
  far.destroy();
}
