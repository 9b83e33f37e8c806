import { setTimeout as wait } from 'node:timers/promises';
import { usageOf } from './calls.ts';
import type { Answers, Caller, IdleJob } from './jobs.ts';
import { openSocket, openSockets } from './light-socket.ts';
import { processorOf } from './processor.ts';

const SETTLE_SECONDS = 3;
const RETRY_MS = 200;

/** Sockets that only are there: what each costs, and how soon all are back when all were lost at once. */
export async function runIdle(job: IdleJob): Promise<Answers['idle']> {
  const { wire, url, listeners, seconds, restSeconds = SETTLE_SECONDS, beside = [] } = job;
  const besideMs = () => beside.reduce((sum, one) => sum + processorOf(one), 0);
  const nothing = () => {};
  const before = await usageOf(url);
  const sockets = await openSockets(url, wire, listeners, nothing);
  await wait(restSeconds * 1000);
  const [after, besideAfter] = [await usageOf(url), besideMs()];
  await wait(seconds * 1000);
  const [later, besideLater] = [await usageOf(url), besideMs()];
  for (const socket of sockets) socket.lose();
  const start = performance.now();
  const comeBack = async (caller: Caller) => {
    for (;;) {
      const socket = await openSocket(url, wire, caller, nothing).catch(() => undefined);
      if (socket) return socket;
      await wait(RETRY_MS);
    }
  };
  const back = await Promise.all(listeners.map(comeBack));
  const backMs = performance.now() - start;
  const usedBack = await usageOf(url);
  for (const socket of back) socket.lose();
  return {
    bytesEach: (after.bytes - before.bytes) / listeners.length,
    processor: (later.cpuMs - after.cpuMs + besideLater - besideAfter) / (seconds * 1000),
    bytes: after.bytes,
    backMs,
    bytesBack: usedBack.bytes,
  };
}
