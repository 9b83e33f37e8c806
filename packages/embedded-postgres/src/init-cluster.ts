import { PGlite } from '@electric-sql/pglite';
import { ENGINE_BUFFERS } from './engine-session.ts';
import { DraftFs } from './private-node-fs.ts';

/** A global that Node's types do not name, as far as this file uses it. */
declare const WebAssembly: { Memory: new (size: MemorySize) => object };

interface MemorySize {
  initial: number;
  maximum: number;
}

/** The memory that an engine starts with; its module takes no less. */
const LEAST_PAGES = 2048;
const PAGE_BYTES = 65_536;
// `initdb` tries how large buffers the machine bears: it is content with smaller ones.
const MAX_PAGES = LEAST_PAGES + 256;

const { slice, set } = Uint8Array.prototype;

/**
 * For a process in which only `initdb` runs. PGlite keeps a copy of the whole memory of the engine, nearly all of it
 * zeros, and puts it back before each of its runs: from now on only the part that holds anything is copied and put back.
 */
function shrinkEngineMemory(): void {
  limitMemories();
  let copy: Uint8Array | undefined;
  Object.assign(Uint8Array.prototype, {
    slice(this: Uint8Array, start?: number, end?: number) {
      if (start !== undefined || !isEngineMemory(this)) return slice.call(this, start, end);
      copy = slice.call(this, 0, usedLength(this));
      return copy;
    },
    set(this: Uint8Array, source: ArrayLike<number>, offset?: number) {
      if (source === copy) this.fill(0, copy.length, Math.max(copy.length, usedLength(this)));
      set.call(this, source, offset);
    },
  });
}

function limitMemories(): void {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor({ initial, maximum }: MemorySize) {
      super({ initial, maximum: Math.min(maximum, MAX_PAGES) });
    }
  };
}

const isEngineMemory = ({ length }: Uint8Array) => length >= LEAST_PAGES * PAGE_BYTES;

/** Up to the last word that is not zero. To read memory that nobody has written to takes none. */
function usedLength({ buffer }: Uint8Array): number {
  const words = new BigUint64Array(buffer);
  let count = words.length;
  while (count > 0 && words[count - 1] === 0n) count -= 1;
  return count * BigUint64Array.BYTES_PER_ELEMENT;
}

/** Has the engine make an empty cluster in `draft`, which takes seconds. */
export async function initCluster(draft: string): Promise<void> {
  shrinkEngineMemory();
  const buffers = ['-c', `shared_buffers=${ENGINE_BUFFERS}`];
  const engine = new PGlite({
    fs: new DraftFs(draft),
    initDbStartParams: buffers,
    startParams: [...PGlite.defaultStartParams, ...buffers],
  });
  await engine.waitReady;
  await engine.close();
}
