/** A module for the engine's thread: once the file `broken` exists, the disk refuses every fsync. */
export const brokenDisk = (broken: string): URL =>
  new URL(`data:text/javascript,
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const fsync = fs.fsyncSync;
    fs.fsyncSync = (descriptor) => {
      if (fs.existsSync(${JSON.stringify(broken)})) {
        throw Object.assign(new Error('broken disk'), { code: 'EIO' });
      }
      fsync(descriptor);
    };
    syncBuiltinESMExports();`);
