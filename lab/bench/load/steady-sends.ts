import { required } from '../../support/helpers.ts';
import { call, newMessage } from './calls.ts';
import type { Target } from './jobs.ts';

/** A message that was sent, or refused. */
export interface Sent {
  /** When it was sent, by `performance.now()`. */
  at: number;
  /** Until its answer. */
  ms: number;
  isDone: boolean;
}

/** Sends to each place by turns, so many a second whatever the answers take, until `stop` gives how it went. */
export function sendSteadily(url: string, places: Target[], rate: number) {
  const sending: Promise<Sent>[] = [];
  let n = 0;
  const send = async ({ path, token }: Target): Promise<Sent> => {
    const at = performance.now();
    const answer = await call(url + path, { token, body: newMessage() }).catch(() => undefined);
    return { at, ms: performance.now() - at, isDone: answer?.status === 201 };
  };
  const timer = setInterval(() => {
    sending.push(send(required(places[n++ % places.length], 'place')));
  }, 1000 / rate);
  return {
    stop(): Promise<Sent[]> {
      clearInterval(timer);
      return Promise.all(sending);
    },
  };
}
