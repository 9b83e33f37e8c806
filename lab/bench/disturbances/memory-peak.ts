import { watchMemory } from '../support/memory.ts';

const MB = 1e6;

/**
 * Watches the memory of a process and of all that it starts, turn by turn. Memory that was taken once stays with the
 * process, so a quiet turn counts as the least that any quiet turn has had.
 */
export function peaksOf(pid: number) {
  let rest = Number.POSITIVE_INFINITY;
  const during = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const memory = watchMemory(pid);
    try {
      return [await work(), memory.end().atPeak / MB];
    } finally {
      memory.end();
    }
  };
  return {
    during,
    async quietly<T>(work: () => Promise<T>): Promise<[T, number]> {
      const [result, peak] = await during(work);
      rest = Math.min(rest, peak);
      return [result, rest];
    },
  };
}
