import { setTimeout as wait } from 'node:timers/promises';
import { required } from '../../support/helpers.ts';
import { call, newMessage, usageOf } from './calls.ts';
import type { Answers, PacedJob, Target, Times } from './jobs.ts';
import { type LightSocket, openSocket, openSockets } from './light-socket.ts';
import { processorOf } from './processor.ts';
import { createReceipts } from './receipts.ts';

const WARM_UP = 20;

/** Sends at a steady pace; how long the answer takes, and how long until the other one hears it. */
export async function runPaced(job: PacedJob): Promise<Answers['paced']> {
  const { url, places, rate, seconds, warmUp = WARM_UP, withReceipts = false } = job;
  const began = new Map<string, number>();
  const [answered, received] = [newTimes(rate), newTimes(rate)];
  const answer = createReceipts();
  const receive = (text: string, socket: LightSocket) => {
    const reference = /"referenceId":"([^"]+)"/.exec(text)?.[1];
    if (reference === undefined) return;
    if (withReceipts) answer(socket, text);
    const at = began.get(reference);
    if (at === undefined) return;
    // A person in two of the chats has two sockets and receives twice.
    began.delete(reference);
    received.samples.push(performance.now() - at);
  };
  const sockets = await openPages(job, receive);
  const send = async ({ path, token }: Target, isCounted: boolean) => {
    const body = newMessage();
    const at = performance.now();
    if (isCounted) began.set(body.referenceId, at);
    const { status } = await call(url + path, { token, body });
    if (status !== 201) answered.failed++;
    else if (isCounted) answered.samples.push(performance.now() - at);
  };
  const sendSome = async (count: number, isCounted: boolean) => {
    const start = performance.now();
    const sending: Promise<void>[] = [];
    for (let n = 0; n < count; n++) {
      await wait(Math.max(0, start + (n * 1000) / rate - performance.now()));
      sending.push(send(required(places[n % places.length], 'place'), isCounted));
    }
    await Promise.all(sending);
  };
  await sendSome(warmUp, false);
  const before = await timesOf(job);
  const count = rate * seconds;
  await sendSome(count, true);
  const isReceived = places.some(({ receiver }) => receiver);
  // The last event may come after the last answer.
  for (let n = 0; n < 50 && isReceived && received.samples.length < count; n++) await wait(20);
  const after = await timesOf(job);
  for (const socket of sockets) socket.lose();
  received.failed = isReceived ? count - received.samples.length : 0;
  const besideMs = after.besideMs.map((ms, n) => ms - (before.besideMs[n] ?? 0));
  const { cpuMs, blockedMs } = after;
  return { answered, received, cpuMs: cpuMs - before.cpuMs, besideMs, blockedMs };
}

/** The pages of all who receive, and those that are merely open. */
async function openPages(
  { wire, url, places, pages = [] }: PacedJob,
  receive: (text: string, socket: LightSocket) => void,
): Promise<LightSocket[]> {
  const receivers = places.flatMap(({ receiver }) => (receiver ? [receiver] : []));
  const listening = receivers.map((one) => openSocket(url, wire, one, receive));
  return [
    ...(await Promise.all(listening)),
    ...(await openSockets(url, wire, pages, () => undefined)),
  ];
}

/** The processor time that the server and what stands beside it have used so far, and the server's blocking, ms. */
async function timesOf({ url, beside = [] }: PacedJob) {
  const besideMs = beside.map(processorOf);
  const { cpuMs, blockedMs } = await usageOf(url);
  return { cpuMs, besideMs, blockedMs };
}

const newTimes = (perSecond: number): Times => ({ samples: [], perSecond, failed: 0 });
