import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** The "socket" on which a `pg.Client` speaks with the engine's thread. */
export class EngineStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer)));
  }

  /** `pg` calls this on its socket. There is nothing to dial, but `pg` listens for `connect` only after this returns. */
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

  /** The messages of one query come together, as `pg` corks them: one trip to the other thread. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  /** As a server hangs up on a client that says goodbye; the pool waits for that before it connects the next one. */
  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  /** Copies first: a Buffer may be a view into a pool, which would travel whole. */
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
