import { required } from '../../support/helpers.ts';
import { runLoadJob } from '../load/generate.ts';
import type { ReadJob, Times } from '../load/jobs.ts';
import { type Plan, range } from '../support/company.ts';
import { type Engine, openEmbeddedEngine, startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { percentile } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { measureBare } from './measure-bare.ts';
import { measureUnanalysed } from './measure-unanalysed.ts';
import { readsOf } from './reads.ts';

const READERS = 8;
const SECONDS = 2;
const CHATS = 500;
const GROUPS = 20;
const PEOPLE = 200;

/** Everybody with everybody, those of number 0 first. */
const pairs = range(PEOPLE).flatMap((one) =>
  range(PEOPLE - 1 - one).map((n): [number, number] => [one, one + 1 + n]),
);

// Chats whose pages are read; each is long enough for a whole page before and around the place, however few messages
// there are in all.
const READ_CHATS = 40;
const LEAST_READ = 120;

/** 500 chats that hold all messages between them; number 0 takes part in every group and writes with everybody. */
function planOf(messages: number): Plan {
  const read = Math.max(LEAST_READ, messages / CHATS);
  const each = Math.floor((messages - READ_CHATS * read) / (CHATS - READ_CHATS));
  return {
    people: PEOPLE,
    groups: range(GROUPS).map((n) => ({
      members: n === 0 ? range(PEOPLE) : [0, ...range(29, n * 9)],
      messages: each,
    })),
    directs: pairs
      .slice(0, CHATS - GROUPS)
      .map((between, n) => ({ group: 0, between, messages: n < READ_CHATS ? read : each })),
  };
}

/** By the name of the read. */
type ReadTimes = Map<string, Times>;

/** Measures the page's reads on ever more messages: neither engine may become slower for messages that are not read. */
export async function measureReading(run: Run): Promise<Figure[]> {
  return [
    ...(await measureGrowth(startServerEngine, [10_000, 100_000, 1_000_000], run)),
    ...(await measureGrowth(openEmbeddedEngine, [10_000, 100_000], run)),
  ];
}

async function measureGrowth(
  open: () => Engine | Promise<Engine>,
  sizes: number[],
  run: Run,
): Promise<Figure[]> {
  const engine = await open();
  try {
    const [bare] = await measureBare(engine, { readers: READERS, seconds: SECONDS });
    const times: ReadTimes[] = [];
    for (const size of sizes) {
      run.say(`${engine.name}: ${size} messages in ${CHATS} chats`);
      const server = await startServer(planOf(size), await engine.newDatabase());
      times.push(await measureReads(server).finally(() => server.stop()));
    }
    return [
      ...figuresOf(engine, sizes, times, required(bare, 'baseline')),
      ...(await measureUnanalysed(engine, run)),
    ];
  } finally {
    await engine.stop();
  }
}

async function measureReads(server: BenchServer): Promise<ReadTimes> {
  const times: ReadTimes = new Map();
  const chats = server.company.directChats.slice(0, READ_CHATS);
  for (const [name, requests] of await readsOf(server, chats)) {
    const { url } = server;
    const job: ReadJob = { kind: 'read', url, requests, readers: READERS, seconds: SECONDS };
    times.set(name, await runLoadJob(job));
  }
  return times;
}

function figuresOf({ name }: Engine, sizes: number[], times: ReadTimes[], bare: Times): Figure[] {
  const smallest = required(times[0], 'time');
  const largest = required(times.at(-1), 'time');
  const sizeLabel = (size: number) => (size >= 1e6 ? `${size / 1e6}M` : `${size / 1e3}k`);
  const value = (of: ReadTimes, read: string, p: number) =>
    percentile(of.get(read)?.samples ?? [], p);
  const largestSize = sizeLabel(sizes.at(-1) ?? 0);
  return [
    {
      name: `${name}: bare Fastify and one row, p99`,
      value: percentile(bare.samples, 0.99),
      unit: 'ms',
    },
    ...[...largest.keys()].flatMap((read): Figure[] => [
      {
        name: `${name}: ${read}, p50, ${largestSize}`,
        value: value(largest, read, 0.5),
        unit: 'ms',
        baseline: { name: `ms, ${sizeLabel(sizes[0] ?? 0)}`, value: value(smallest, read, 0.5) },
        target: { ratioAtMost: 1.5 },
      },
      {
        name: `${name}: ${read}, p99, ${largestSize}`,
        value: value(largest, read, 0.99),
        unit: 'ms',
        baseline: { name: 'ms, bare row', value: percentile(bare.samples, 0.99) },
        target: read === 'signing in' ? undefined : { atMost: 20 },
      },
    ]),
    {
      name: `${name}: refused`,
      value: times.flatMap((of) => [...of.values()]).reduce((all, { failed }) => all + failed, 0),
      unit: 'reads',
      target: { atMost: 0 },
    },
  ];
}
