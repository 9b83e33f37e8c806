/** A global that Node's types lack, as far as this file uses it. */
declare const WebAssembly: { Memory: new (size: MemorySize) => object };

interface MemorySize {
  initial: number;
  maximum: number;
}

/** The memory that an engine starts with; its module accepts no less. */
const LEAST_PAGES = 2048;
const PAGE_BYTES = 65_536;
// `initdb` tries how large buffers the machine allows, and works with smaller ones.
const MAX_PAGES = LEAST_PAGES + 256;

const { slice, set } = Uint8Array.prototype;

/**
 * For a process that runs only `initdb`. PGlite copies the whole memory of the engine, nearly all of it zeros, and
 * restores it before each run. From now on only the used part is copied and restored.
 */
export function shrinkEngineMemory(): void {
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

/** The length up to the last word that is not zero. Reading memory that nobody has written to uses none. */
function usedLength({ buffer }: Uint8Array): number {
  const words = new BigUint64Array(buffer);
  let count = words.length;
  while (count > 0 && words[count - 1] === 0n) count -= 1;
  return count * BigUint64Array.BYTES_PER_ELEMENT;
}
