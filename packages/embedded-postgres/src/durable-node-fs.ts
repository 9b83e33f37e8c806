import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
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

/**
 * PGlite's folder file system as a server wants it: files are for the server's user alone, where the stock one sets modes
 * whatever the umask, and `fsync` is the machine's, where the stock one says "done" and does nothing.
 */
export class DurableNodeFs extends NodeFS {
  override async init(engine: PGlite, options: EngineOptions): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(engine, options);
    const change = (module: object) => changeFiles((module as { NODEFS: FolderFileSystem }).NODEFS);
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), change] },
    };
  }
}

function changeFiles(files: FolderFileSystem): void {
  const setAttributes = files.doSetAttr;
  files.doSetAttr = (target, node, { mode, ...others }, ...how) => {
    const closed = mode == null ? {} : { mode: mode & ~BY_OTHERS };
    return setAttributes(target, node, { ...others, ...closed }, ...how);
  };
  files.stream_ops.fsync = ({ nfd }) => {
    files.tryFSOperation(() => fsyncSync(nfd));
    return 0;
  };
}
