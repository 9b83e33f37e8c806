import type { FastifyBaseLogger } from 'fastify';

// Contract §1 gives 10 s; what is still running then has had its time.
const GRACE_MS = 9_000;

/**
 * On SIGTERM or SIGINT runs once what it was given to close, and ends the process with 0; as long as it was given nothing, nothing is served
 * and it ends at once. A terminal and its shell may both pass a signal on, so a second one must not cut the first one's work short.
 */
export function drainOnSignal(log: FastifyBaseLogger): (close: () => Promise<void>) => void {
  let close = async () => {};
  let draining = false;
  const drain = async () => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    await close().catch((error) => log.error({ err: error }, 'stopped with an error'));
    process.exit(0);
  };
  process.on('SIGTERM', () => void drain());
  process.on('SIGINT', () => void drain());
  return (served) => {
    close = served;
  };
}
