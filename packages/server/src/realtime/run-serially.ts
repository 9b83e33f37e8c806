import { KeyedSerialQueue } from '../shared/serial-queue.ts';

/** Runs works of the same key one after another, in the order they were asked for; each settles as its own does. */
export type RunSerially = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** For events that must be published in the order they were stored; the `lock` keeps other processes out meanwhile. */
export function createRunSerially(lock: RunSerially = (_, work) => work()): RunSerially {
  const queue = new KeyedSerialQueue<string>();
  return (key, work) => queue.run(key, () => lock(key, work));
}
