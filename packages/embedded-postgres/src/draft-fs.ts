import { MemoryFS, type PGlite } from '@electric-sql/pglite';
import { PrivateNodeFs } from './private-node-fs.ts';

type EngineOptions = Parameters<MemoryFS['init']>[1];

/**
 * A folder on disk that PGlite takes for memory: in memory `initdb` writes files directly, but for a folder PGlite
 * keeps all files and their archive in memory before writing them.
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
