import { required } from '../../support/helpers.ts';
import { call, newMessage, usageOf } from './calls.ts';
import type { Answers, FloodJob, OnceJob, ReadJob, Target, Times } from './jobs.ts';

const WARM_UP_MS = 1_000;

/** Runs the workers at once; each makes its next call as soon as the last one is answered. */
async function closedLoop(
  workers: number,
  seconds: number,
  work: (n: number) => Promise<boolean>,
  most = Number.POSITIVE_INFINITY,
): Promise<Times> {
  const times: Times = { samples: [], perSecond: 0, failed: 0 };
  const start = performance.now() + WARM_UP_MS;
  const end = start + seconds * 1000;
  let next = 0;
  const go = async () => {
    for (;;) {
      const at = performance.now();
      if (at >= end || next >= most) return;
      const isDone = await work(next++);
      const now = performance.now();
      if (!isDone) times.failed++;
      else if (at >= start && now <= end) times.samples.push(now - at);
    }
  };
  await Promise.all(Array.from({ length: workers }, go));
  times.perSecond = times.samples.length / seconds;
  return times;
}

/** As many messages as it takes. */
export function runFlood({ url, places, senders, seconds, messages }: FloodJob): Promise<Times> {
  const send = async (n: number) => {
    const { path, token } = required(places[n % places.length], 'place');
    const { status } = await call(url + path, { token, body: newMessage() });
    return status === 201;
  };
  return closedLoop(senders, seconds, send, messages);
}

export async function runRead(job: ReadJob): Promise<Answers['read']> {
  const { url, requests, readers, seconds, encoding = '' } = job;
  const lengths = { sum: 0, count: 0 };
  const before = (await usageOf(url)).cpuMs;
  const times = await closedLoop(readers, seconds, async (n) => {
    const { path, token, body } = required(requests[n % requests.length], 'request');
    const { status, text } = await call(url + path, { token, body, encoding });
    lengths.sum += text.length;
    lengths.count++;
    return status === 200;
  });
  const cpuMs = ((await usageOf(url)).cpuMs - before) / lengths.count;
  return { ...times, length: lengths.sum / lengths.count, cpuMs };
}

export async function runOnce({ url, warmUp, lists }: OnceJob): Promise<Times[]> {
  for (const { path, token } of warmUp) await call(url + path, { token });
  const timesOf = lists.map((): Times => ({ samples: [], perSecond: 0, failed: 0 }));
  const start = performance.now();
  for (let n = 0; n < Math.max(...lists.map(({ length }) => length)); n++) {
    for (const [at, list] of lists.entries()) {
      const target = list[n];
      const times = required(timesOf[at], 'list');
      if (target) await measure(url, target, times);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  return timesOf.map((times) => ({ ...times, perSecond: times.samples.length / seconds }));
}

async function measure(url: string, { path, token }: Target, times: Times): Promise<void> {
  const at = performance.now();
  const { status } = await call(url + path, { token });
  if (status === 200) times.samples.push(performance.now() - at);
  else times.failed++;
}
