import { type BaselineName, startBaseline } from '../baselines/start.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Caller, CrowdJob, Target, Wire } from '../load/jobs.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { startServer } from '../support/server.ts';
import { type Crowd, crowdFigures, floodFigures } from './crowd-figures.ts';
import { hall, nobodies, plan, SIZES } from './large-groups.ts';

const MESSAGES = 20;
const EVERY_MS = 500;
/** As many deliveries as it takes, in a group of the size that others publish figures for. */
const FLOOD = { size: 200, messages: 600, everyMs: 0, writers: 8 };

const bareOf: [BaselineName, Wire][] = [
  ['bare-socket-io', 'socket.io'],
  ['bare-ws', 'ws'],
];

/** Large groups, all of them online, beside broadcasts without storage. */
export async function measureCrowd(run: Run): Promise<Figure[]> {
  const engine = await startServerEngine();
  try {
    run.say('filling a server');
    const server = await startServer(plan, await engine.newDatabase());
    const figures: Figure[] = [];
    try {
      for (const [n, size] of SIZES.entries()) {
        run.say(`a group of ${size}, all online`);
        const least = await measureBare(size);
        const [place, listeners] = hall(server.company, n);
        const job = jobFor('chat', server.url, listeners, place);
        const quiet = await runLoadJob(job);
        const busy = await runLoadJob({ ...job, withReceipts: true });
        figures.push(...crowdFigures(size, { quiet, busy }, least));
        if (size === FLOOD.size) figures.push(...(await measureFlood(job)));
      }
    } finally {
      await server.stop();
    }
    return figures;
  } finally {
    await engine.stop();
  }
}

const jobFor = (wire: Wire, url: string, listeners: Caller[], place: Target): CrowdJob => ({
  kind: 'crowd',
  wire,
  url,
  listeners,
  places: [place],
  hearers: listeners.length,
  messages: MESSAGES,
  everyMs: EVERY_MS,
  writers: 1,
  withReceipts: false,
});

/** The highest rate of deliveries, storage included, beside a broadcast without any. */
async function measureFlood(job: CrowdJob): Promise<Figure[]> {
  const { messages, everyMs, writers } = FLOOD;
  const flood = { ...job, messages, everyMs, writers };
  const own = await runLoadJob(flood);
  const { url, stop } = await startBaseline('bare-socket-io');
  const listeners = nobodies(job.listeners.length);
  const place = { path: '/say', token: '' };
  const theirs: CrowdJob = { ...flood, wire: 'socket.io', url, listeners, places: [place] };
  const bare = await runLoadJob(theirs).finally(stop);
  return floodFigures(job.listeners.length, writers, own, bare);
}

async function measureBare(size: number): Promise<Crowd[]> {
  const results: Crowd[] = [];
  for (const [name, wire] of bareOf) {
    const { url, stop } = await startBaseline(name);
    const listeners = nobodies(size);
    const job = jobFor(wire, url, listeners, { path: '/say', token: '' });
    results.push(await runLoadJob(job).finally(stop));
  }
  return results;
}
