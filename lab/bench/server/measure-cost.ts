import { required } from '../../support/helpers.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Answers, ReadJob } from '../load/jobs.ts';
import { type Plan, range } from '../support/company.ts';
import { type Engine, openEmbeddedEngine, startServerEngine } from '../support/engines.ts';
import type { Figure, Target } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { measureBare } from './measure-bare.ts';

const READERS = 8;
const SECONDS = 3;
const PEOPLE = 200;

/** The group's chat is the long one; each reader has written with everybody. */
const plan: Plan = {
  people: PEOPLE,
  groups: [{ members: range(PEOPLE), messages: 10_000 }],
  directs: range(READERS).flatMap((one) =>
    range(PEOPLE - 1 - one, one + 1).map((other): Plan['directs'][number] => ({
      group: 0,
      between: [one, other],
      messages: 20,
    })),
  ),
};

type Requests = ReadJob['requests'];
type Measured = Answers['read'];

/** By as many people as there are readers: what one person reads at once has limits of its own. */
function requestsOf({ company }: BenchServer): Record<keyof Reads, Requests> {
  const { uuid, groupUuid } = required(company.groupChats[0], 'group');
  const everybody = (path: string) =>
    company.people.slice(0, READERS).map(({ token }) => ({ path, token }));
  return {
    page: everybody(`/api/chats/${uuid}/messages`),
    anew: everybody(`/api/chats/${uuid}/messages?page=2`),
    list: everybody(`/api/groups/${groupUuid}/chats`),
  };
}

/** Figures of a read by one reader alone, and by all readers at once. */
interface Both {
  alone: Measured;
  many: Measured;
}

const rounds = [1, READERS].map((readers) => ({ readers, seconds: SECONDS }));

/**
 * Measures the two busiest reads, and one that is never cached, by one reader and by many, and the cost of compression.
 */
export async function measureCost(run: Run): Promise<Figure[]> {
  return [
    ...(await measureEngine(startServerEngine, { atMost: 1.5 }, run)),
    ...(await measureEngine(openEmbeddedEngine, { atMost: 2.5 }, run)),
  ];
}

async function measureEngine(
  open: () => Engine | Promise<Engine>,
  alone: Target,
  run: Run,
): Promise<Figure[]> {
  const engine = await open();
  const many: Target | undefined = engine.name === 'PostgreSQL' ? { atLeast: 1_000 } : undefined;
  try {
    const figures: Figure[] = [];
    for (const isAnalysed of [true, false]) {
      const name = isAnalysed ? engine.name : `${engine.name}, never analysed`;
      run.say(name);
      // Each time anew, so that it is of the same minutes.
      const [first, second] = await measureBare(engine, ...rounds);
      const bare = { alone: required(first, 'round'), many: required(second, 'round') };
      const server = await startServer(plan, await engine.newDatabase(), { isAnalysed });
      const measured = await measureReads(server).finally(() => server.stop());
      figures.push(
        ...figuresOf(`${name}: page`, measured.page, bare, { alone, perSecond: many }),
        ...figuresOf(`${name}: list`, measured.list, bare, { many: { atMost: 15 } }),
        ...figuresOf(`${name}: page read anew`, measured.anew, bare, {}),
      );
    }
    return figures;
  } finally {
    await engine.stop();
  }
}

async function measureReads(server: BenchServer): Promise<Reads> {
  const { url } = server;
  const measure = async (requests: Requests): Promise<Read> => {
    const read = (readers: number, encoding = '') =>
      runLoadJob({ kind: 'read', url, requests, readers, seconds: SECONDS, encoding });
    // The first seconds of a server are its compiler's.
    await read(READERS);
    return {
      alone: await read(1),
      many: await read(READERS),
      compressed: await read(READERS, 'br'),
    };
  };
  const { page, list, anew } = requestsOf(server);
  return {
    page: await measure(page),
    list: await measure(list),
    anew: await measure(anew),
  };
}

interface Read extends Both {
  compressed: Measured;
}

/** Reads of the newest page and the list, which are cached while nothing changes, and of a page that never is. */
interface Reads {
  page: Read;
  list: Read;
  anew: Read;
}

interface Targets {
  alone?: Target | undefined;
  many?: Target | undefined;
  perSecond?: Target | undefined;
}

function figuresOf(name: string, read: Read, bare: Both, targets: Targets): Figure[] {
  const beside = (of: keyof Both) => ({ name: 'ms, bare row', value: median(bare[of].samples) });
  const { alone, many, compressed } = read;
  return [
    {
      name: `${name}, alone, p50`,
      value: median(alone.samples),
      unit: 'ms',
      baseline: beside('alone'),
      target: targets.alone,
    },
    {
      name: `${name}, ${READERS} readers, p50`,
      value: median(many.samples),
      unit: 'ms',
      baseline: beside('many'),
      target: targets.many,
    },
    {
      name: `${name}, ${READERS} readers`,
      value: many.perSecond,
      unit: '/s',
      baseline: { name: '/s, bare row', value: bare.many.perSecond },
      target: targets.perSecond,
    },
    {
      name: `${name}, processor time of the server`,
      value: many.cpuMs,
      unit: 'ms',
      baseline: { name: 'ms, bare row', value: bare.many.cpuMs },
    },
    {
      name: `${name}, compressed, processor time of the server`,
      value: compressed.cpuMs,
      unit: 'ms',
      baseline: { name: 'ms, plain', value: many.cpuMs },
      target: { ratioAtMost: 1.5 },
    },
    {
      name: `${name}, refused`,
      value: alone.failed + many.failed + compressed.failed,
      unit: 'reads',
      target: { atMost: 0 },
    },
  ];
}
