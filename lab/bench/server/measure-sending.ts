import { required } from '../../support/helpers.ts';
import { insertsPerSecond } from '../baselines/pgbench.ts';
import { startBaseline } from '../baselines/start.ts';
import { measureLoopStall } from '../load/calls.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Target, Times } from '../load/jobs.ts';
import { type Company, type FilledChat, type Plan, range } from '../support/company.ts';
import { type Engine, openEmbeddedEngine, startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { percentile } from '../support/samples.ts';
import { startServer } from '../support/server.ts';

const RATE = 50;
const SECONDS = 8;
const SENDERS = 32;
const CHATS = 200;
const LONGEST_BLOCK_MS = 50;

/** One group of everybody, and in it 200 pairs of colleagues. */
const plan: Plan = {
  people: 64,
  groups: [{ members: range(64), messages: 200 }],
  directs: range(CHATS).map((n) => {
    const [one, other] = [n % 64, (n % 64) + 1 + Math.floor(n / 64)];
    return { group: 0, between: [one, other % 64], messages: 20 };
  }),
};

/** Sending a message, on both engines. */
export async function measureSending(run: Run): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const open of [startServerEngine, openEmbeddedEngine]) {
    const engine = await open();
    try {
      figures.push(...(await measureOn(engine, run)));
    } finally {
      await engine.stop();
    }
  }
  return figures;
}

async function measureOn(engine: Engine, run: Run): Promise<Figure[]> {
  run.say(`${engine.name}: the baseline, bare Fastify and one row`);
  const least = await measureLeast(engine);
  run.say(`${engine.name}: filling a server`);
  const server = await startServer(plan, await engine.newDatabase());
  try {
    const { company, url } = server;
    const pairs = company.directChats.map((chat) => placeIn(company, chat));
    const listening = pairs.slice(0, 10).map((place) => ({ ...place, receiver: place.other }));
    run.say(`${engine.name}: ${RATE} messages a second`);
    const paced = { kind: 'paced', wire: 'chat', url, rate: RATE, seconds: SECONDS } as const;
    const { answered, received, blockedMs } = await runLoadJob({ ...paced, places: listening });
    run.say(`${engine.name}: as many as it takes`);
    const flood = { kind: 'flood', url, senders: SENDERS, seconds: SECONDS } as const;
    const group = required(company.groupChats[0], 'group chat');
    const oneChat = range(SENDERS).map((n) => placeIn(company, group, n));
    const [[one, many], floodBlocked] = await measureLoopStall(url, async () => [
      await runLoadJob({ ...flood, places: oneChat }),
      await runLoadJob({ ...flood, places: pairs }),
    ]);
    const blocked = { paced: blockedMs, flood: floodBlocked };
    return figuresOf(engine, { answered, received, one, many, blocked }, least);
  } finally {
    await server.stop();
  }
}

function placeIn(company: Company, { uuid, members }: FilledChat, speaker = 0) {
  const at = (n: number) => company.people[members[n] ?? 0];
  const { token = '', uuid: userId = '' } = at(1) ?? {};
  return {
    path: `/api/chats/${uuid}/messages`,
    token: at(speaker)?.token ?? '',
    other: { token, userId },
  };
}

interface Least {
  paced: Times;
  flood: Times;
  blocked: Blocked;
  pgbench: number | undefined;
}

/** The longest that the event loop was held up, ms. */
interface Blocked {
  paced: number;
  flood: number;
}

async function measureLeast(engine: Engine): Promise<Least> {
  const database = await engine.newDatabase();
  const { url, stop } = await startBaseline('bare-fastify', database);
  const places: Target[] = [{ path: '/messages', token: '' }];
  const load = { kind: 'paced', wire: 'chat', url, places, rate: RATE, seconds: SECONDS } as const;
  const { answered, blockedMs } = await runLoadJob(load);
  const [flood, floodBlocked] = await measureLoopStall(url, () =>
    runLoadJob({ kind: 'flood', url, places, senders: SENDERS, seconds: SECONDS }),
  );
  stop();
  const { databaseUrl } = database;
  const pgbench = databaseUrl ? await insertsPerSecond(databaseUrl, 10, 5) : undefined;
  return { paced: answered, flood, blocked: { paced: blockedMs, flood: floodBlocked }, pgbench };
}

interface Sent {
  answered: Times;
  received: Times;
  one: Times;
  many: Times;
  blocked: Blocked;
}

function figuresOf({ name }: Engine, sent: Sent, least: Least): Figure[] {
  const { answered, received, one, many, blocked } = sent;
  const labels = { answered: '→ 201', received: '→ heard by the other' };
  const paced = (what: 'answered' | 'received', p: number): Figure => ({
    name: `${name}: ${RATE}/s, send ${labels[what]}, p${p * 100}`,
    value: percentile((what === 'answered' ? answered : received).samples, p),
    unit: 'ms',
    baseline: { name: 'ms, bare insert', value: percentile(least.paced.samples, p) },
    target: what === 'answered' && p === 0.5 ? { ratioAtMost: 1.5 } : undefined,
  });
  const isEmbedded = name === 'embedded';
  const rate = (where: string, times: Times): Figure[] => [
    {
      name: `${name}: ${SENDERS} senders, ${where}`,
      value: times.perSecond,
      unit: 'messages/s',
      baseline: { name: '/s, bare insert', value: least.flood.perSecond },
      target: isEmbedded ? { atLeast: 500 } : { ratioAtLeast: 0.6 },
    },
    {
      name: `${name}: ${SENDERS} senders, ${where}, p99`,
      value: percentile(times.samples, 0.99),
      unit: 'ms',
      baseline: { name: 'ms, bare insert', value: percentile(least.flood.samples, 0.99) },
      target: isEmbedded ? { atMost: 100 } : undefined,
    },
  ];
  const held = (when: string, of: (blocked: Blocked) => number): Figure => ({
    name: `${name}: ${when}, event loop blocked at the longest`,
    value: of(blocked),
    unit: 'ms',
    baseline: { name: 'ms, bare insert', value: of(least.blocked) },
    target: { atMost: LONGEST_BLOCK_MS },
  });
  const lost = answered.failed + received.failed + one.failed + many.failed;
  return [
    ...[0.5, 0.95, 0.99].flatMap((p) => [paced('answered', p), paced('received', p)]),
    ...rate('1 chat', one),
    ...rate(`${CHATS} chats`, many),
    held(`${RATE}/s`, ({ paced }) => paced),
    held(`${SENDERS} senders`, ({ flood }) => flood),
    ...(least.pgbench === undefined ? [] : [pgbenchFigure(many, least.pgbench)]),
    { name: `${name}: refused or unheard`, value: lost, unit: 'messages', target: { atMost: 0 } },
  ];
}

const pgbenchFigure = (many: Times, pgbench: number): Figure => ({
  name: 'PostgreSQL: the same beside pgbench, 10 clients',
  value: many.perSecond,
  unit: 'messages/s',
  baseline: { name: '/s, pgbench insert', value: pgbench },
});
