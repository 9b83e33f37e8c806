import { setTimeout as wait } from 'node:timers/promises';
import { required } from '../../support/helpers.ts';
import { call, newMessage, usageOf } from './calls.ts';
import type { Answers, CrowdJob } from './jobs.ts';
import { type LightSocket, openSockets } from './light-socket.ts';
import { processorOf } from './processor.ts';
import { createReceipts } from './receipts.ts';

const TIMEOUT_MS = 10_000;

/** One writes and all of the chat hear it: when the last one does, and what it costs the server. */
export async function runCrowd(job: CrowdJob): Promise<Answers['crowd']> {
  const { wire, url, listeners, places, hearers, messages, everyMs, writers, withReceipts } = job;
  const byReference = new Map<string, Delivery>();
  const answer = createReceipts();
  const receive = (text: string, socket: LightSocket) => {
    const reference = /"referenceId":"([^"]+)"/.exec(text)?.[1];
    if (reference === undefined) return;
    byReference.get(reference)?.received();
    if (withReceipts) answer(socket, text);
  };
  const sockets = await openSockets(url, wire, listeners, receive);
  const say = async (n: number) => {
    const body = newMessage();
    const delivery = createDelivery(hearers);
    byReference.set(body.referenceId, delivery);
    const { path, token } = required(places[n % places.length], 'place');
    await call(url + path, { token, body });
    return delivery;
  };
  await (await say(0)).done;
  const before = await timesOf(job);
  const start = performance.now();
  const said: Delivery[] = [];
  let next = 0;
  const write = async () => {
    while (next < messages) {
      const n = next++;
      if (everyMs > 0) await wait(Math.max(0, start + n * everyMs - performance.now()));
      said.push(await say(n));
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const last = await Promise.all(said.map(({ done }) => done));
  const seconds = (performance.now() - start) / 1000;
  // The work that receipts cause is part of the price.
  if (withReceipts) await wait(1_000);
  const after = await timesOf(job);
  for (const socket of sockets) socket.lose();
  const deliveries = messages * hearers;
  return {
    last,
    deliveries,
    perSecond: deliveries / seconds,
    cpuMs: after.cpuMs - before.cpuMs,
    generatorMs: after.generatorMs - before.generatorMs,
    besideMs: after.besideMs.map((ms, n) => ms - (before.besideMs[n] ?? 0)),
  };
}

/** The processor time that the server, what stands beside it and this generator have used so far, ms. */
async function timesOf({ url, processes = [url], beside = [] }: CrowdJob) {
  const usages = await Promise.all(processes.map(usageOf));
  const { user, system } = process.cpuUsage();
  return {
    cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    generatorMs: (user + system) / 1000,
    besideMs: beside.map(processorOf),
  };
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
