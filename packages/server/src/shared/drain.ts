import type { FastifyBaseLogger } from 'fastify';

// SIGTERM gives 10 s (rules/reliability 7); requests that still run are cut off.
const GRACE_MS = 9_000;

/** The end of the process. */
export interface Drain {
  /** Sets how the service is closed; without it the process ends at once. */
  closeBy(close: () => Promise<void>): void;
  /** Ends the process with that code. */
  now(code: number): Promise<void>;
}

/**
 * On SIGTERM or SIGINT closes once what is to be closed, and ends the process with 0. A terminal and its shell may both pass a signal on, so
 * a second one must not cut the first one's work short.
 */
export function drainOnSignal(log: FastifyBaseLogger): Drain {
  let close = async () => {};
  let draining = false;
  const drain = async (code: number) => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(code), GRACE_MS).unref();
    await close().catch((error) => log.error({ err: error }, 'stopped with an error'));
    process.exit(code);
  };
  process.on('SIGTERM', () => void drain(0));
  process.on('SIGINT', () => void drain(0));
  return {
    closeBy(given) {
      close = given;
    },
    now: drain,
  };
}
