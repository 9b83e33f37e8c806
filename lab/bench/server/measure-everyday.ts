import { required } from '../../support/helpers.ts';
import { startBaseline } from '../baselines/start.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Caller, Target, Wire } from '../load/jobs.ts';
import type { Beside } from '../load/processor.ts';
import { type Plan, range } from '../support/company.ts';
import { type Engine, openEmbeddedEngine, startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { hall, nobodies } from './large-groups.ts';

const PAIRS = 20;
const MEMBERS = 200;
const IDLE = 1_000;
const RATE = 50;
const GROUP_RATE = 20;
const BURST = 12_000;
/** Nobody waits longer for a burst to end. */
const BURST_SECONDS = 60;

/** Pairs who write to each other, a group of 200, and a company that is merely there. */
const plan: Plan = {
  people: IDLE,
  groups: [
    { members: range(MEMBERS), messages: 200 },
    { members: range(IDLE), messages: 50 },
  ],
  directs: range(PAIRS).map((n) => ({ group: 0, between: [2 * n, 2 * n + 1], messages: 20 })),
};

/** A server, its database's process if it has one, and where its people write, listen and rest. */
interface Stage {
  wire: Wire;
  url: string;
  beside: Beside[];
  directs: Target[];
  /** The pages of those who write in the direct chats. */
  writers: Caller[];
  group: Target;
  members: Caller[];
  everybody: Caller[];
}

/** Measures a day on which nobody is in a hurry, on each engine beside the least that does the same. */
export async function measureEveryday(run: Run): Promise<Figure[]> {
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
  const beside = engine.pid === undefined ? [] : [{ name: 'database', pid: engine.pid }];
  run.say(`${engine.name}: bare Socket.IO with one inserted row`);
  const bare = await startBaseline('bare-chat', await engine.newDatabase());
  const least = await measureDay(bareStage(bare.url, beside), run).finally(bare.stop);
  run.say(`${engine.name}: filling a server`);
  const server = await startServer(plan, await engine.newDatabase());
  run.say(`${engine.name}: the product`);
  const own = await measureDay(stageOf(server, beside), run).finally(() => server.stop());
  // The embedded engine is a part of the server's process.
  const shown = columns.filter(([, , , , isOfServer]) => !isOfServer || beside.length > 0);
  return shown.map(([name, unit, of, target]) => ({
    name: `${engine.name}: ${name}`,
    value: of(own),
    unit,
    baseline: { name: `${unit}, Socket.IO + INSERT`, value: of(least) },
    target,
  }));
}

function bareStage(url: string, beside: Beside[]): Stage {
  const place = { path: '/say', token: '' };
  const [receiver] = nobodies(1);
  return {
    wire: 'socket.io',
    url,
    beside,
    directs: [{ ...place, receiver: required(receiver, 'receiver') }],
    writers: nobodies(1),
    group: place,
    members: nobodies(MEMBERS),
    everybody: nobodies(IDLE),
  };
}

function stageOf({ url, company }: BenchServer, beside: Beside[]): Stage {
  const [group, members] = hall(company, 0);
  const [, everybody] = hall(company, 1);
  const at = (n: number) => required(everybody[n], 'person');
  const directs = company.directChats.map(({ uuid, members: [one = 0, other = 0] }) => ({
    path: `/api/chats/${uuid}/messages`,
    token: at(one).token,
    receiver: at(other),
  }));
  const writers = company.directChats.map(({ members: [one = 0] }) => at(one));
  return { wire: 'chat', url, beside, directs, writers, group, members, everybody };
}

type Day = Awaited<ReturnType<typeof measureDay>>;

async function measureDay(stage: Stage, { seconds }: Run) {
  const { wire, url, beside, directs, writers, group, members, everybody } = stage;
  const withReceipts = wire === 'chat';
  const pages = { pages: writers, withReceipts, beside };
  const pace = {
    kind: 'paced',
    wire,
    url,
    places: directs,
    rate: RATE,
    seconds,
    ...pages,
  } as const;
  const quiet = await runLoadJob({ ...pace, warmUp: RATE * seconds });
  await runLoadJob({
    kind: 'flood',
    url,
    places: directs,
    senders: 32,
    seconds: BURST_SECONDS,
    messages: BURST,
  });
  const afterBurst = await runLoadJob(pace);
  const room = await runLoadJob({
    kind: 'crowd',
    wire,
    url,
    beside,
    listeners: members,
    places: [group],
    hearers: members.length,
    messages: GROUP_RATE * seconds,
    everyMs: 1000 / GROUP_RATE,
    writers: 1,
    withReceipts,
  });
  const rest = { listeners: everybody, seconds, restSeconds: seconds, beside };
  const idle = await runLoadJob({ kind: 'idle', wire, url, ...rest });
  return { quiet, afterBurst, room, idle };
}

type Column = [
  name: string,
  unit: string,
  of: (day: Day) => number,
  goal?: Figure['target'],
  isOfServer?: boolean,
];

const total = (all: number[]) => all.reduce((sum, one) => sum + one, 0);
const perMessage = (ms: number, { answered }: Day['quiet']) => ms / answered.samples.length;

const part = (name: string, of: (day: Day) => number): Column[] => [
  [name, 'ms', of, undefined, true],
];

/** The columns of messages between two people. */
const messageColumns = (
  when: string,
  of: (day: Day) => Day['quiet'],
  goal?: Figure['target'],
): Column[] => [
  [`${when}, p50`, 'ms', (day) => median(of(day).received.samples)],
  [`${when}, p99`, 'ms', (day) => percentile(of(day).received.samples, 0.99)],
  [
    `${when}: processor for each`,
    'ms',
    (day) => perMessage(of(day).cpuMs + total(of(day).besideMs), of(day)),
    goal,
  ],
  ...part(`${when}: of it the server`, (day) => perMessage(of(day).cpuMs, of(day))),
  ...part(`${when}: of it the database`, (day) => perMessage(total(of(day).besideMs), of(day))),
];

const columns: Column[] = [
  ...messageColumns(`direct message at ${RATE}/s`, ({ quiet }) => quiet, { atMost: 1.6 }),
  ...messageColumns(`the same after ${BURST} at once`, ({ afterBurst }) => afterBurst),
  [
    `${MEMBERS} members, ${GROUP_RATE}/s, the last one hears, p99`,
    'ms',
    ({ room }) => percentile(room.last, 0.99),
  ],
  [
    'processor per 1,000 deliveries then',
    'ms',
    ({ room }) => (room.cpuMs + total(room.besideMs)) / (room.deliveries / 1000),
    { atMost: 35 },
  ],
  [`${IDLE} idle people: processor`, '%', ({ idle }) => idle.processor * 100, { atMost: 2 }],
];
