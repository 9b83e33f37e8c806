import { Agent, type IncomingMessage, request } from 'node:http';
import type { Random } from '../../company/random.ts';
import type { Ledger } from './ledger.ts';
import { isPassing, pause } from './patient-client.ts';
import type { Person } from './people.ts';

export interface Answer {
  status: number;
  content: unknown;
  message: string;
  /** An attempt before this one was not answered: nobody knows what the server does with it, and when. */
  isRepeated: boolean;
}

type Came = Omit<Answer, 'isRepeated'>;

/** Connections of one person; cheaper than `fetch`, so that the load leaves the machine to the server. */
export const agentOf = (workers: number) => new Agent({ keepAlive: true, maxSockets: workers });

/** One attempt; rejects when no whole answer comes back in time. */
function attempt(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body: object | undefined,
  { agent, token, timeoutMs }: { agent: Agent; token: string; timeoutMs: number },
): Promise<Came> {
  const bytes = Buffer.from(body ? JSON.stringify(body) : '');
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
    });
    const timer = setTimeout(() => asking.destroy(new Error('No answer in time')), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    asking.once('error', fail);
    asking.once('response', (response) => {
      read(response).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      }, fail);
    });
    asking.end(bytes);
  });
}

async function read(response: IncomingMessage): Promise<Came> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  if (!response.complete) throw new Error('Half an answer');
  return { ...JSON.parse(text), status: response.statusCode ?? 0 };
}

const ATTEMPT_MS = 5_000;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 400];
/** The share of failed attempts after which the browser is closed: nobody asks again. */
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
  for (let isRepeated = false; ; isRepeated = true) {
    const url = `${client.url}/api${path}`;
    const answer = await attempt(method, url, body, options).catch(() => undefined);
    if (answer && !isPassing(answer.status)) return { ...answer, isRepeated };
    if (random.chance(GIVES_UP)) return undefined;
    ledger.retries++;
    await pause(random.between(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
  }
}
