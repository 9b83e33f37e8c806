import type { Agent } from 'node:http';
import type { Random } from '../random.ts';
import { type Answer, attempt } from './attempt.ts';
import type { Ledger } from './ledger.ts';
import { isPassing, pause } from './patient-client.ts';
import type { Person } from './people.ts';

const ATTEMPT_MS = 5_000;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 400];
/** Of the attempts that failed: the browser was closed over it, and nobody asks again. */
const GIVES_UP = 0.02;

export interface Asking {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`. */
  path: string;
  body?: object;
}

export interface Asker {
  person: Person;
  ledger: Ledger;
  agent: Agent;
  random: Random;
}

/** Asks until the server decides, whatever breaks meanwhile; undefined when they give up, and nobody knows what became of it. */
export async function askPatiently(
  { person: { client }, ledger, agent, random }: Asker,
  { method, path, body }: Asking,
): Promise<Answer | undefined> {
  const options = { agent, token: client.token ?? '', timeoutMs: ATTEMPT_MS };
  for (;;) {
    const url = `${client.url}/api${path}`;
    const answer = await attempt(method, url, body, options).catch(() => undefined);
    if (answer && !isPassing(answer.status)) return answer;
    if (random.chance(GIVES_UP)) return undefined;
    ledger.retries++;
    await pause(random.between(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
  }
}
