import { startBaseline } from '../baselines/start.ts';
import { runLoadJob } from '../load/generate.ts';
import type { IdleJob } from '../load/jobs.ts';
import { openEmbeddedEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { startForMemory, startServer } from '../support/server.ts';
import { hall, nobodies, plan, SIZES } from './large-groups.ts';

const IDLE = 2_000;
const SECONDS = 20;

/** Measures an unused server on the embedded engine: from its first start, and with many connected. */
export async function measureIdle(run: Run): Promise<Figure[]> {
  return [...(await measureStarts(run)), ...(await measureSockets(run))];
}

async function measureStarts(run: Run): Promise<Figure[]> {
  const engine = openEmbeddedEngine();
  try {
    const { dataDir = '' } = await engine.newDatabase();
    const figures: Figure[] = [];
    for (const name of ['first start', 'next start']) {
      run.say(`the ${name}`);
      const { atPeak, atRest } = await startForMemory(dataDir);
      figures.push(megabytes(`${name}: memory at its peak`, atPeak, 350));
      figures.push(megabytes(`${name}: memory at rest`, atRest, 220));
    }
    return figures;
  } finally {
    await engine.stop();
  }
}

const megabytes = (name: string, bytes: number, atMost: number): Figure => ({
  name,
  value: bytes / 1e6,
  unit: 'MB',
  target: { atMost },
});

/** Sockets that do nothing, and what happens when all come back at once. */
async function measureSockets(run: Run): Promise<Figure[]> {
  const engine = openEmbeddedEngine();
  try {
    run.say('the baseline: bare Socket.IO');
    const bare = await startBaseline('bare-socket-io');
    const job: IdleJob = {
      kind: 'idle',
      wire: 'socket.io',
      url: bare.url,
      listeners: nobodies(IDLE),
      seconds: SECONDS,
    };
    const least = await runLoadJob(job).finally(bare.stop);
    run.say(`${IDLE} sockets`);
    const server = await startServer(plan, await engine.newDatabase());
    const [, listeners] = hall(server.company, SIZES.indexOf(IDLE));
    const chat: IdleJob = { ...job, wire: 'chat', url: server.url, listeners };
    const own = await runLoadJob(chat).finally(() => server.stop());
    return [
      {
        name: 'memory for each idle socket',
        value: own.bytesEach / 1024,
        unit: 'KiB',
        baseline: { name: 'KiB, bare Socket.IO', value: least.bytesEach / 1024 },
        target: { ratioAtMost: 1.3 },
      },
      {
        name: `processor for ${IDLE} idle sockets`,
        value: own.processor * 100,
        unit: '%',
        baseline: { name: '%, bare Socket.IO', value: least.processor * 100 },
      },
      {
        ...megabytes(`memory of the server, ${IDLE} connected`, own.bytes, 300),
        baseline: { name: 'MB, bare Socket.IO', value: least.bytes / 1e6 },
      },
      {
        ...megabytes(`memory of the server, ${IDLE} lost and back`, own.bytesBack, 300),
        baseline: { name: 'MB, bare Socket.IO', value: least.bytesBack / 1e6 },
      },
      {
        name: `${IDLE} lost at once are back`,
        value: own.backMs,
        unit: 'ms',
        baseline: { name: 'ms, bare Socket.IO', value: least.backMs },
        target: { atMost: 5_000 },
      },
    ];
  } finally {
    await engine.stop();
  }
}
