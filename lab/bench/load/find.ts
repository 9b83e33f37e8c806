import { setTimeout as wait } from 'node:timers/promises';
import { required } from '../../support/helpers.ts';
import { call, newMessage } from './calls.ts';
import type { Answers, FindJob, Target, Times } from './jobs.ts';

// The searcher must not be what keeps the server busy.
const PAUSE_MS = 50;
const TIMEOUT_MS = 15_000;

/** Sends at a steady pace, and asks again and again for some of it from the moment of the answer. */
export async function runFind({
  url,
  places,
  rate,
  seconds,
  lookedFor,
}: FindJob): Promise<Answers['find']> {
  const [answered, found] = [newTimes(rate), newTimes(lookedFor)];
  const run = Date.now().toString(36);
  const look = async (token: string, word: string) => {
    const at = performance.now();
    while (performance.now() - at < TIMEOUT_MS) {
      const { text } = await call(`${url}/api/search/messages?q=${word}`, { token });
      if (text.includes(word)) return found.samples.push(performance.now() - at);
      await wait(PAUSE_MS);
    }
    return found.failed++;
  };
  const send = async ({ path, token }: Target, word: string, isLookedFor: boolean) => {
    const body = { ...newMessage(), content: `A primera hora revisamos ${word} con el cliente` };
    const at = performance.now();
    const { status } = await call(url + path, { token, body });
    if (status !== 201) answered.failed++;
    else answered.samples.push(performance.now() - at);
    if (status === 201 && isLookedFor) await look(token, word);
  };
  const sending: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < rate * seconds; n++) {
    await wait(Math.max(0, start + (n * 1000) / rate - performance.now()));
    const isLookedFor = n % Math.round(rate / lookedFor) === 0;
    sending.push(
      send(required(places[n % places.length], 'place'), `hallazgo${run}x${n}`, isLookedFor),
    );
  }
  await Promise.all(sending);
  return { answered, found };
}

const newTimes = (perSecond: number): Times => ({ samples: [], perSecond, failed: 0 });
