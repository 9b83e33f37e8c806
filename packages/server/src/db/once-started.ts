import { setTimeout as pause } from 'node:timers/promises';
import { isStarting } from './faults.ts';

const MAX_MS = 60_000;
const PAUSE_MS = 250;

/** Tries again while the database says that it will be there in a moment: after a power cut both may start together. */
export async function onceStarted<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + MAX_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isStarting(error) || Date.now() > deadline) throw error;
    }
    await pause(PAUSE_MS);
  }
}
