import { fsyncSync } from 'node:fs';
import { type FolderFileSystem, PrivateNodeFs } from './private-node-fs.ts';

/** `fsync` here reaches the disk: PGlite's own says "done" and does nothing. */
export class DurableNodeFs extends PrivateNodeFs {
  protected override change(files: FolderFileSystem): void {
    super.change(files);
    files.stream_ops.fsync = ({ nfd }) => {
      files.tryFSOperation(() => fsyncSync(nfd));
      return 0;
    };
  }
}
