import { listMessages } from '@chat/contract/messages.routes';
import { required } from '../../support/helpers.ts';
import { call, contentOf } from '../load/calls.ts';
import { runLoadJob } from '../load/generate.ts';
import { type Plan, range } from '../support/company.ts';
import { type Engine, openEmbeddedEngine, startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';

const MEMBERS = 2_000;
const MOVEMENTS = 400;
const SECONDS = 4;

/** The last messages are seen by nobody yet; all others are known to the minute. */
const plan: Plan = {
  people: MEMBERS,
  groups: [{ members: range(MEMBERS), messages: MOVEMENTS, movements: MOVEMENTS }],
  directs: [],
};

/** Measures the information of a message in a group of 2,000, on both engines. */
export async function measureInformation(run: Run): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const open of [startServerEngine, openEmbeddedEngine]) {
    const engine = await open();
    try {
      run.say(`${engine.name}: filling a server`);
      figures.push(...(await measureOn(engine)));
    } finally {
      await engine.stop();
    }
  }
  return figures;
}

async function measureOn(engine: Engine): Promise<Figure[]> {
  const server = await startServer(plan, await engine.newDatabase());
  try {
    const { path, token, page } = await ownMessage(server);
    const read = (one: string) => {
      const requests = [{ path: one, token }];
      return runLoadJob({ kind: 'read', url: server.url, requests, readers: 1, seconds: SECONDS });
    };
    const [least, opened] = [await read(page), await read(path)];
    return [0.5, 0.95].map((p) => ({
      name: `${engine.name}: opening it, p${p * 100}`,
      value: percentile(opened.samples, p),
      unit: 'ms',
      baseline: { name: 'ms, newest page', value: median(least.samples) },
      target: { atMost: 100 },
    }));
  } finally {
    await server.stop();
  }
}

/** One that everybody has seen, by the first of the two who speak. */
async function ownMessage({ url, company }: BenchServer) {
  const author = required(company.people[0], 'person');
  const { uuid } = required(company.groupChats[0], 'group chat');
  const page = `/api/chats/${uuid}/messages`;
  const { text } = await call(`${url}${page}`, { token: author.token });
  const own = contentOf(listMessages, text).find(({ senderId }) => senderId === author.uuid);
  const path = `/api/chats/messages/${required(own, 'message').uuid}/info`;
  return { path, token: author.token, page };
}
