import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { PGlite, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableNodeFs } from './durable-node-fs.ts';

const FLUSH_AT_BYTES = 256 * 1024;

/** Answers PostgreSQL protocol messages from one port at a time with the engine's only session. */
export class EngineSession {
  readonly #engine: PGlite;
  readonly #onFailure: (error: unknown) => void;
  #port: MessagePort | undefined;

  /** @param onFailure receives exceptions of the engine. An error of a query is no exception but an answer. */
  constructor(engine: PGlite, onFailure: (error: unknown) => void) {
    this.#engine = engine;
    this.#onFailure = onFailure;
  }

  /** Serves `port` from now on; the earlier connection is gone, and its unfinished transaction too. */
  serve(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => {
      if (isStartup(bytes)) this.#reset();
      this.#answer(bytes, port);
    });
  }

  close(): void {
    this.#port?.close();
  }

  #answer(bytes: Uint8Array, port: MessagePort): void {
    const outbox = new Outbox(port);
    this.#execute(bytes, (answer) => outbox.add(answer));
    outbox.flush();
  }

  /** A new client expects a new session: it will prepare statements under names that this session may already have. */
  #reset(): void {
    if (this.#engine.isInTransaction()) this.#execute(protocol.serialize.query('ROLLBACK'));
    this.#execute(protocol.serialize.query('DISCARD ALL'));
  }

  #execute(bytes: Uint8Array, onRawData: (answer: Uint8Array) => void = () => {}): void {
    // All work is done on return; only a file system that syncs by itself would have more to wait for.
    this.#engine
      .execProtocolRawStream(bytes, { syncToFs: false, onRawData })
      .catch(this.#onFailure);
  }
}

/**
 * Gathers the engine's small pieces (8 kB each) into few messages, and sends them while the result is still growing.
 */
class Outbox {
  readonly #port: MessagePort;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  add(piece: Uint8Array): void {
    // The piece is a view into the engine's memory, which the engine will use again.
    this.#pieces.push(piece.slice());
    this.#length += piece.length;
    if (this.#length >= FLUSH_AT_BYTES) this.flush();
  }

  flush(): void {
    if (this.#length === 0) return;
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    this.#port.postMessage(bytes, [bytes.buffer]);
    this.#pieces = [];
    this.#length = 0;
  }
}

/** Every later message starts with a letter; the first message starts with its length. */
function isStartup(bytes: Uint8Array): boolean {
  return bytes[0] === 0;
}

/** Memory that is taken whole at the start. The machine keeps the rest in its own cache of files. */
const ENGINE_BUFFERS = '16MB';

/** PGlite's own defaults, which it would otherwise start with, less `-F` (no fsync) and plus what a server wants. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The engine's default, fdatasync, never reaches the file system.
    wal_sync_method: 'fsync',
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '32MB',
    shared_buffers: ENGINE_BUFFERS,
    timezone: 'UTC',
    // Compiling a query to machine code is not possible inside WebAssembly.
    jit: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Starts PostgreSQL on the cluster in `folder`. */
export async function startEngine(
  folder: string,
  onStderr: (line: string) => void,
): Promise<PGlite> {
  const engine = new RawEngine({
    fs: new DurableNodeFs(join(folder, 'cluster')),
    startParams: START_PARAMS,
    extensions: { pg_trgm },
    onStderr: (line) => {
      onStderr(line);
      return false;
    },
  });
  await engine.waitReady;
  return engine;
}

/** `pg` does the parsing of values, so PGlite need not spend a quarter of the start on learning the array types. */
class RawEngine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}
