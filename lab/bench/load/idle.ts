import { setTimeout as wait } from 'node:timers/promises';
import { usageOf } from './calls.ts';
import type { Answers, Caller, IdleJob } from './jobs.ts';
import { openSocket, openSockets } from './light-socket.ts';

const SETTLE_MS = 3_000;
const RETRY_MS = 200;

/** Sockets that only are there: what each costs, and how soon all are back when all were lost at once. */
export async function runIdle(job: IdleJob): Promise<Answers['idle']> {
  const { wire, url, listeners, seconds } = job;
  const nothing = () => {};
  const before = await usageOf(url);
  const sockets = await openSockets(url, wire, listeners, nothing);
  await wait(SETTLE_MS);
  const after = await usageOf(url);
  await wait(seconds * 1000);
  const later = await usageOf(url);
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
    processor: (later.cpuMs - after.cpuMs) / (seconds * 1000),
    bytes: after.bytes,
    backMs,
    bytesBack: usedBack.bytes,
  };
}
