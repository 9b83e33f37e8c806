import { fsyncSync } from 'node:fs';
import { MemoryFS, type PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EngineOptions = Parameters<NodeFS['init']>[1];
type Initialised = Awaited<ReturnType<NodeFS['init']>>;

interface Attributes {
  mode?: number | null;
}

/** The part of the engine's own file system that this file uses. */
interface FolderFileSystem {
  stream_ops: { fsync?(stream: { nfd: number }): number };
  tryFSOperation(operation: () => void): void;
  doSetAttr(target: unknown, node: unknown, attributes: Attributes, ...how: unknown[]): unknown;
}

const BY_OTHERS = 0o077;

/** PGlite's folder file system, whose files are for the server's user alone: the stock one sets modes whatever the umask. */
class PrivateNodeFs extends NodeFS {
  override async init(engine: PGlite, options: EngineOptions): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(engine, options);
    const change = (module: object) => this.change((module as { NODEFS: FolderFileSystem }).NODEFS);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), change] },
    };
  }

  protected change(files: FolderFileSystem): void {
    const setAttributes = files.doSetAttr;
    files.doSetAttr = (target, node, { mode, ...others }, ...how) => {
      const closed = mode == null ? {} : { mode: mode & ~BY_OTHERS };
      return setAttributes(target, node, { ...others, ...closed }, ...how);
    };
  }
}

/** Its `fsync` is the machine's: the stock one says "done" and does nothing. */
export class DurableNodeFs extends PrivateNodeFs {
  protected override change(files: FolderFileSystem): void {
    super.change(files);
    files.stream_ops.fsync = ({ nfd }) => {
      files.tryFSOperation(() => fsyncSync(nfd));
      return 0;
    };
  }
}

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
