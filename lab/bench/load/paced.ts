import { setTimeout as wait } from 'node:timers/promises';
import { required } from '../../support/helpers.ts';
import { call, newMessage } from './calls.ts';
import type { Answers, PacedJob, Target, Times } from './jobs.ts';
import { openSocket } from './light-socket.ts';

const WARM_UP = 20;

/** Sends at a steady pace; how long the answer takes, and how long until the other one hears it. */
export async function runPaced({
  wire,
  url,
  places,
  rate,
  seconds,
}: PacedJob): Promise<Answers['paced']> {
  const began = new Map<string, number>();
  const [answered, received] = [newTimes(rate), newTimes(rate)];
  const receive = (text: string) => {
    const reference = /"referenceId":"([^"]+)"/.exec(text)?.[1] ?? '';
    const at = began.get(reference);
    if (at === undefined) return;
    // A person in two of the chats has two sockets and receives twice.
    began.delete(reference);
    received.samples.push(performance.now() - at);
  };
  const receivers = places.flatMap(({ receiver }) => (receiver ? [receiver] : []));
  const sockets = await Promise.all(receivers.map((one) => openSocket(url, wire, one, receive)));
  const send = async ({ path, token }: Target, isCounted: boolean) => {
    const body = newMessage();
    const at = performance.now();
    if (isCounted) began.set(body.referenceId, at);
    const { status } = await call(url + path, { token, body });
    if (status !== 201) answered.failed++;
    else if (isCounted) answered.samples.push(performance.now() - at);
  };
  const placeOf = (n: number) => required(places[n % places.length], 'place');
  for (let n = 0; n < WARM_UP; n++) await send(placeOf(n), false);
  const sending: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < rate * seconds; n++) {
    const due = start + (n * 1000) / rate;
    await wait(Math.max(0, due - performance.now()));
    sending.push(send(placeOf(n), true));
  }
  await Promise.all(sending);
  // The last event may come after the last answer.
  for (let n = 0; n < 50 && receivers.length > 0 && received.samples.length < sending.length; n++) {
    await wait(20);
  }
  for (const socket of sockets) socket.lose();
  received.failed = receivers.length > 0 ? sending.length - received.samples.length : 0;
  return { answered, received };
}

const newTimes = (perSecond: number): Times => ({ samples: [], perSecond, failed: 0 });
