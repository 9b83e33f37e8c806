import { MemoryFS, type PGlite } from '@electric-sql/pglite';
import { PrivateNodeFs } from './private-node-fs.ts';

type EngineOptions = Parameters<MemoryFS['init']>[1];

/**
 * A folder of the machine that PGlite takes for memory: into memory it lets `initdb` write directly, whereas for a folder
 * it keeps all files and their archive in memory before it writes them.
 */
export class DraftFs extends MemoryFS {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override init(engine: PGlite, options: EngineOptions): ReturnType<MemoryFS['init']> {
    this.pg = engine;
    return new PrivateNodeFs(this.#folder).init(engine, options);
  }
}
