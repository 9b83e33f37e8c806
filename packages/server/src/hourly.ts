const HOUR_MS = 3_600_000;

/**
 * Does the work now and every hour, never twice at a time. Closing tells what is under way to stop, and waits for it;
 * the work must do so soon after `signal` is aborted.
 */
export function hourly(work: (signal: AbortSignal) => Promise<void>): { close(): Promise<void> } {
  const closing = new AbortController();
  let underWay: Promise<void> | undefined;
  const start = () => {
    underWay ??= work(closing.signal).finally(() => {
      underWay = undefined;
    });
  };
  start();
  const timer = setInterval(start, HOUR_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await underWay;
    },
  };
}
