import { setTimeout as pause } from 'node:timers/promises';
import { asError } from './errors.ts';

const HOUR_MS = 3_600_000;

/** Does something again and again until it is closed. */
export interface Repeated {
  close(): Promise<void>;
}

type Work = (signal: AbortSignal) => Promise<unknown>;
type OnError = (error: Error) => void;

/**
 * Does the work once each period, never twice at a time; whether it fails or not, it is done again. Closing tells what is
 * under way to stop, and waits for it; long work must stop soon after `signal` is aborted.
 */
export function every(periodMs: number, work: Work, onError: OnError): Repeated {
  return repeat(periodMs, work, onError).repeated;
}

/** The same, for the first time now. */
export function nowAndEvery(periodMs: number, work: Work, onError: OnError): Repeated {
  const { start, repeated } = repeat(periodMs, work, onError);
  start();
  return repeated;
}

/** The same, now and every hour. */
export const hourly = (work: Work, onError: OnError): Repeated =>
  nowAndEvery(HOUR_MS, work, onError);

/** For as long as work that began at `since` has taken: people have the database at least half of the time. */
export async function rest(since: number, signal: AbortSignal): Promise<void> {
  await pause(performance.now() - since, undefined, { signal, ref: false }).catch(() => {});
}

/** `start` does the work unless it is under way, and gives whether it did. */
export function oneAtATime(work: Work, onError: OnError) {
  const closing = new AbortController();
  let underWay: Promise<void> | undefined;
  const run = async () => {
    try {
      await work(closing.signal);
    } catch (error) {
      onError(asError(error));
    }
  };
  const start = (): boolean => {
    if (underWay || closing.signal.aborted) return false;
    underWay = run().finally(() => {
      underWay = undefined;
    });
    return true;
  };
  const close = async () => {
    closing.abort();
    await underWay;
  };
  return { start, close };
}

function repeat(periodMs: number, work: Work, onError: OnError) {
  const { start, close } = oneAtATime(work, onError);
  const timer = setInterval(start, periodMs);
  timer.unref();
  const closeAll = async () => {
    clearInterval(timer);
    await close();
  };
  return { start, repeated: { close: closeAll } };
}
