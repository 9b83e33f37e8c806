import { setTimeout as wait } from 'node:timers/promises';
import { call, newMessage, usageOf } from './calls.ts';
import type { Answers, CrowdJob } from './jobs.ts';
import { type LightSocket, openSockets } from './light-socket.ts';
import { createReceipts } from './receipts.ts';

const TIMEOUT_MS = 10_000;

/** One writes and everybody hears it: when the last one does, and what it costs the server. */
export async function runCrowd(job: CrowdJob): Promise<Answers['crowd']> {
  const { wire, url, listeners, place, messages, everyMs, writers, withReceipts } = job;
  const byReference = new Map<string, Delivery>();
  const answer = createReceipts();
  const receive = (text: string, socket: LightSocket) => {
    const reference = /"referenceId":"([^"]+)"/.exec(text)?.[1];
    if (reference === undefined) return;
    byReference.get(reference)?.received();
    if (withReceipts) answer(socket, text);
  };
  const sockets = await openSockets(url, wire, listeners, receive);
  const say = async () => {
    const body = newMessage();
    const delivery = createDelivery(listeners.length);
    byReference.set(body.referenceId, delivery);
    await call(url + place.path, { token: place.token, body });
    return delivery;
  };
  await (await say()).done;
  const processes = job.processes ?? [url];
  const before = await cpuOf(processes);
  const start = performance.now();
  const said: Delivery[] = [];
  let next = 0;
  const write = async () => {
    while (next < messages) {
      const due = start + next++ * everyMs;
      if (everyMs > 0) await wait(Math.max(0, due - performance.now()));
      said.push(await say());
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const last = await Promise.all(said.map(({ done }) => done));
  const seconds = (performance.now() - start) / 1000;
  // What the receipts cause is part of the price.
  if (withReceipts) await wait(500);
  const after = await cpuOf(processes);
  for (const socket of sockets) socket.lose();
  const deliveries = messages * listeners.length;
  return { last, deliveries, perSecond: deliveries / seconds, cpuMs: after - before };
}

async function cpuOf(urls: string[]): Promise<number> {
  const usages = await Promise.all(urls.map(usageOf));
  return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

interface Delivery {
  received: () => void;
  /** How long it took until everybody had heard, ms. */
  done: Promise<number>;
}

function createDelivery(listeners: number): Delivery {
  const at = performance.now();
  let left = listeners;
  let settle: (ms: number) => void;
  const done = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${left} have not heard it`)), TIMEOUT_MS);
    settle = (ms) => {
      clearTimeout(timer);
      resolve(ms);
    };
  });
  return {
    done,
    received: () => {
      left--;
      if (left === 0) settle(performance.now() - at);
    },
  };
}
