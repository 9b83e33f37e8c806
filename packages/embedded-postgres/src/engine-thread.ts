import { EventEmitter } from 'node:events';
import { extname } from 'node:path';
import type { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { EngineStream } from './engine-stream.ts';

/** Start parameters of the worker. */
export interface WorkerInput {
  folder: string;
}

/**
 * A new connection (the engine has one session, so it replaces the one before); the wish for a copy of the cluster, to
 * be answered on `port`; or the wish to stop.
 */
export type ToWorker =
  | { kind: 'connect'; port: MessagePort }
  | { kind: 'copy'; target: string; port: MessagePort }
  | { kind: 'close' };

/** The result of a copy: an error, or undefined. */
export type CopyAnswer = string | undefined;

/** The engine takes connections; or it is lost, and the thread ends. */
export type FromWorker = { kind: 'ready' } | { kind: 'lost'; reason: string };

/**
 * Threads and processes are started from modules in the form of this one: TypeScript under `tsx` and `vitest`, compiled
 * otherwise.
 */
export const form = extname(import.meta.url);

/** Modules that threads load first, to read that form. */
export const sourceImports = form === '.ts' ? [new URL('./register-tsx.mjs', import.meta.url)] : [];

const workerUrl = new URL(`./embedded-worker${form}`, import.meta.url);

/** The engine's thread ended by itself. Only a new process that opens the folder again brings the engine back. */
export class EngineLostError extends Error {
  override name = 'EngineLostError';
}

/**
 * The engine in a thread of its own, where no query can block the event loop. Emits `lost` when the thread ends
 * unasked.
 */
export class EngineThread extends EventEmitter<{ lost: [EngineLostError] }> {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #streams = new Set<EngineStream>();
  #closing = false;
  #failure: Error | undefined;

  /** @param imports modules that the thread loads first */
  static async start(folder: string, imports: URL[] = []): Promise<EngineThread> {
    const thread = new EngineThread(folder, imports);
    await thread.#ready();
    return thread;
  }

  private constructor(folder: string, imports: URL[]) {
    super();
    const workerData: WorkerInput = { folder };
    this.#worker = new Worker(workerUrl, {
      workerData,
      execArgv: [...sourceImports, ...imports].flatMap((url) => ['--import', url.href]),
    });
    this.#exited = new Promise((exited) => this.#worker.once('exit', exited));
    this.#worker.on('error', (error) => {
      this.#failure ??= error;
    });
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'lost') this.#failure ??= new Error(message.reason);
    });
    this.#worker.once('exit', () => this.#onExit());
  }

  /** A connection for one `pg.Client`. */
  connect(): Duplex {
    const { port1, port2 } = new MessageChannel();
    const stream = new EngineStream(port1);
    if (this.#failure) {
      stream.destroy(this.#failure);
      return stream;
    }
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    this.#send({ kind: 'connect', port: port2 });
    return stream;
  }

  /** Copies the cluster between two statements into the folder `target`. */
  async copy(target: string): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    // An ending thread closes its port.
    const answer = new Promise<CopyAnswer>((answered) => {
      port1.once('message', answered);
      port1.once('close', () => answered('The database engine stopped'));
    });
    this.#send({ kind: 'copy', target, port: port2 });
    const failure = await answer;
    port1.close();
    if (failure !== undefined) throw new Error(failure);
  }

  /** Lets the engine write its checkpoint and end; clients must have ended before. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#send({ kind: 'close' });
    await this.#exited;
  }

  async #ready(): Promise<void> {
    await Promise.race([new Promise((ready) => this.#worker.once('message', ready)), this.#exited]);
    if (this.#failure) throw this.#failure;
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message, message.kind === 'close' ? [] : [message.port]);
  }

  #onExit(): void {
    if (this.#closing) return;
    const lost = new EngineLostError('The database engine stopped', { cause: this.#failure });
    this.#failure = lost;
    for (const stream of this.#streams) stream.destroy(lost);
    this.emit('lost', lost);
  }
}
