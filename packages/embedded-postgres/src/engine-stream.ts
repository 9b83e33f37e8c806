import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** The "socket" between a `pg.Client` and the engine's thread. */
export class EngineStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer)));
  }

  /**
   * `pg` calls this on its socket. No connection is necessary, but `pg` listens for `connect` only after this returns.
   */
  connect(): void {
    process.nextTick(() => {
      if (!this.destroyed) this.emit('connect');
    });
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send([chunk]);
    done();
  }

  /** `pg` corks the messages of one query, so they go to the other thread together. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  /** Hangs up as a server does on a client that ends; the pool waits for this before it connects the next client. */
  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  /** Copies first: a Buffer may be a view into a pool, and the whole pool would be sent. */
  #send(chunks: Buffer[]): void {
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    this.#port.postMessage(bytes, [bytes.buffer]);
  }
}
