import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EngineOptions = Parameters<NodeFS['init']>[1];
type Initialised = Awaited<ReturnType<NodeFS['init']>>;

/** What this file needs of the engine's own file system over a folder of the machine. */
interface FolderFileSystem {
  stream_ops: { fsync?(stream: { nfd: number }): number };
  tryFSOperation(operation: () => void): void;
}

/** PGlite's folder file system, whose `fsync` is the machine's: the stock one says "done" and does nothing. */
export class DurableNodeFs extends NodeFS {
  override async init(engine: PGlite, options: EngineOptions): Promise<Initialised> {
    const { emscriptenOpts } = await super.init(engine, options);
    const installFsync = (module: object) => {
      const files = (module as { NODEFS: FolderFileSystem }).NODEFS;
      files.stream_ops.fsync = ({ nfd }) => {
        files.tryFSOperation(() => fsyncSync(nfd));
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), installFsync],
      },
    };
  }
}
