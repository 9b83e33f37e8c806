import { required } from '../../support/helpers.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Answers } from '../load/jobs.ts';
import { type Plan, range } from '../support/company.ts';
import { type Engine, startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { readsOf } from './reads.ts';

const SIZES = [10, 100, 1_000];
const READERS = 8;
const SECONDS = 2;
const GROUPS = 20;
const GROUP_MESSAGES = 200;
const DIRECT_MESSAGES = 10;

// The cost of an answer may grow as its length does, and by as much again as two runs of the same differ.
const NOISE = 1.5;

/** Everybody is in every group, and number 0 has written with everybody. */
const planOf = (people: number): Plan => ({
  people,
  groups: range(GROUPS).map(() => ({ members: range(people), messages: GROUP_MESSAGES })),
  directs: range(people - 1, 1).map((other) => ({
    group: 0,
    between: [0, other],
    messages: DIRECT_MESSAGES,
  })),
});

/** By the name of the read. */
type Measured = Map<string, Answers['read']>;

/** Measures the page's reads in ever larger groups: no read may become dearer faster than its answer becomes longer. */
export async function measurePeople(run: Run): Promise<Figure[]> {
  const engine = await startServerEngine();
  try {
    const measured: Measured[] = [];
    for (const size of SIZES) {
      run.say(`${GROUPS} groups of ${size}`);
      measured.push(await measureSize(engine, size));
    }
    const of = (n: number) => required(measured[n], 'measured size');
    return SIZES.slice(1).flatMap((size, n) => figuresOf(size, of(n + 1), of(0)));
  } finally {
    await engine.stop();
  }
}

async function measureSize(engine: Engine, size: number): Promise<Measured> {
  const server = await startServer(planOf(size), await engine.newDatabase());
  try {
    const measured: Measured = new Map();
    const { url, company } = server;
    for (const [name, requests] of await readsOf(server, company.groupChats)) {
      const job = { kind: 'read', url, requests, readers: READERS, seconds: SECONDS } as const;
      measured.set(name, await runLoadJob(job));
    }
    return measured;
  } finally {
    await server.stop();
  }
}

function figuresOf(size: number, measured: Measured, least: Measured): Figure[] {
  const refused = [...measured.values()].reduce((sum, { failed }) => sum + failed, 0);
  return [
    ...[...measured].map(([name, times]) => growth(`${size}: ${name}`, times, least.get(name))),
    { name: `${size}: refused`, value: refused, unit: 'reads', target: { atMost: 0 } },
  ];
}

/** Beside the same read in the smallest group. */
function growth(name: string, times: Answers['read'], least?: Answers['read']): Figure {
  const length = least ? Math.max(1, times.length / least.length) : Number.NaN;
  return {
    name: `${name}, p50; the answer ${length.toFixed(1)} × as long`,
    value: median(times.samples),
    unit: 'ms',
    baseline: { name: `ms, ${SIZES[0]}`, value: median(least?.samples ?? []) },
    target: { ratioAtMost: length * NOISE },
  };
}
