import { setTimeout as pause } from 'node:timers/promises';
import { call, metricsToken } from '../load/calls.ts';

const LOOK_MS = 250;
const MAX_MS = 120_000;

/** Waits until sent messages are indexed, so that the cost of indexing is not taken for another's. */
export async function untilIndexed(url: string): Promise<void> {
  const until = performance.now() + MAX_MS;
  while (performance.now() < until) {
    const { text } = await call(`${url}/api/metrics`, { token: metricsToken });
    const waiting = [...text.matchAll(/^chat_search_waiting_messages\{.*\} (\d+)/gm)];
    // A baseline has no such figure.
    if (waiting.every(([, count]) => count === '0')) return;
    await pause(LOOK_MS);
  }
}
