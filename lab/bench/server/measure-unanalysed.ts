import { runLoadJob } from '../load/generate.ts';
import type { ReadJob, Times } from '../load/jobs.ts';
import { type Plan, range } from '../support/company.ts';
import type { Engine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { readsOf } from './reads.ts';

// Readers of each kind at the same time.
const READERS = 4;
const SECONDS = 2;
const PEOPLE = 200;
const LONG = 20_000;
const SHORT = 20;

/** One chat holds nearly all messages; number 0 writes with everybody. */
const plan: Plan = {
  people: PEOPLE,
  groups: range(20).map(() => ({ members: range(PEOPLE), messages: SHORT })),
  directs: range(PEOPLE - 1, 1).map((other) => ({
    group: 0,
    between: [0, other],
    messages: other === 1 ? LONG : SHORT,
  })),
};

interface Measured {
  read: string;
  analysed: Times;
  never: Times;
}

/**
 * Measures the page's reads where the database knows nothing of its tables, as in the first days and after an import,
 * beside where it does.
 */
export async function measureUnanalysed(engine: Engine, run: Run): Promise<Figure[]> {
  run.say(`${engine.name}: ${LONG} messages in one chat, analysed and not`);
  const analysed = await startServer(plan, await engine.newDatabase());
  try {
    const never = await startServer(plan, await engine.newDatabase(), { isAnalysed: false });
    try {
      return figuresOf(engine, await measureSideBySide(analysed, never));
    } finally {
      await never.stop();
    }
  } finally {
    await analysed.stop();
  }
}

/**
 * Both at once, read by read, so that they meet the same neighbours. Signing in reads nothing that grows. The first
 * round warms up the one that was started last.
 */
async function measureSideBySide(analysed: BenchServer, never: BenchServer): Promise<Measured[]> {
  const [known, unknown] = [await longChatReads(analysed), await longChatReads(never)];
  known.delete('signing in');
  const measureAll = async () => {
    const measured: Measured[] = [];
    for (const [read, requests] of known) {
      const [ofAnalysed, ofNever] = await Promise.all([
        measureRead(analysed, requests),
        measureRead(never, unknown.get(read) ?? []),
      ]);
      measured.push({ read, analysed: ofAnalysed, never: ofNever });
    }
    return measured;
  };
  await measureAll();
  return measureAll();
}

/** Pages are those of the long chat. */
const longChatReads = async (server: BenchServer) =>
  new Map(await readsOf(server, server.company.directChats.slice(0, 1)));

function measureRead({ url }: BenchServer, requests: ReadJob['requests']): Promise<Times> {
  return runLoadJob({ kind: 'read', url, requests, readers: READERS, seconds: SECONDS });
}

function figuresOf({ name }: Engine, measured: Measured[]): Figure[] {
  return [
    ...measured.map(
      ({ read, analysed, never }): Figure => ({
        name: `${name}: ${read}, p50, never analysed`,
        value: median(never.samples),
        unit: 'ms',
        baseline: { name: 'ms, analysed', value: median(analysed.samples) },
        target: { ratioAtMost: 1.3 },
      }),
    ),
    {
      name: `${name}: refused, never analysed`,
      value: measured.reduce((sum, { analysed, never }) => sum + analysed.failed + never.failed, 0),
      unit: 'reads',
      target: { atMost: 0 },
    },
  ];
}
