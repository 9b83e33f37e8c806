import { required } from '../../support/helpers.ts';
import { startBaseline } from '../baselines/start.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Caller, Target, Wire } from '../load/jobs.ts';
import { type Plan, range } from '../support/company.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { untilIndexed } from '../support/until-indexed.ts';
import { hall, nobodies } from './large-groups.ts';

const PAIRS = 10;
const MEMBERS = 200;
const HISTORY = 10_000;
const IDLE = 1_000;
const SECONDS = 8;
const READERS = 8;

/** A group of 200 with a long history, pairs who write to each other, and a company that is merely there. */
const plan: Plan = {
  people: IDLE,
  groups: [
    { members: range(MEMBERS), messages: HISTORY },
    { members: range(IDLE), messages: 50 },
  ],
  directs: range(PAIRS).map((n) => ({ group: 0, between: [2 * n, 2 * n + 1], messages: 20 })),
};

/** A server and where its people write, listen and read. */
interface Stage {
  wire: Wire;
  url: string;
  directs: Target[];
  group: Target;
  members: Caller[];
  everybody: Caller[];
  newestPage: Target;
}

/** Measures the figures by which chat servers are compared, beside a Socket.IO server with one inserted row. */
export async function measurePeers(run: Run): Promise<Figure[]> {
  const engine = await startServerEngine();
  try {
    run.say('bare Socket.IO with one inserted row');
    const bare = await startBaseline('bare-chat', await engine.newDatabase());
    const least = await measureColumns(bareStage(bare.url)).finally(bare.stop);
    run.say('filling a server');
    const server = await startServer(plan, await engine.newDatabase());
    run.say('the product');
    const own = await measureColumns(stageOf(server)).finally(() => server.stop());
    return figuresOf(own, least);
  } finally {
    await engine.stop();
  }
}

function bareStage(url: string): Stage {
  const place = { path: '/say', token: '' };
  const [receiver] = nobodies(1);
  return {
    wire: 'socket.io',
    url,
    directs: [{ ...place, receiver: required(receiver, 'receiver') }],
    group: place,
    members: nobodies(MEMBERS),
    everybody: nobodies(IDLE),
    newestPage: { path: '/page', token: '' },
  };
}

function stageOf({ url, company }: BenchServer): Stage {
  const [group, members] = hall(company, 0);
  const [, everybody] = hall(company, 1);
  const directs = company.directChats.map(({ uuid, members: [one = 0, other = 0] }) => ({
    path: `/api/chats/${uuid}/messages`,
    token: company.people[one]?.token ?? '',
    receiver: required(everybody[other], 'receiver'),
  }));
  return { wire: 'chat', url, directs, group, members, everybody, newestPage: group };
}

type Columns = Awaited<ReturnType<typeof measureColumns>>;

async function measureColumns(stage: Stage) {
  const { wire, url, directs, group, members, everybody, newestPage } = stage;
  const base = { url, seconds: SECONDS };
  const paced = await runLoadJob({ ...base, kind: 'paced', wire, places: directs, rate: 50 });
  const flood = await runLoadJob({ ...base, kind: 'flood', places: directs, senders: 32 });
  await untilIndexed(url);
  const inGroup = { listeners: members, places: [group], hearers: members.length };
  const crowd = { kind: 'crowd', wire, url, ...inGroup } as const;
  const withReceipts = wire === 'chat';
  const steady = { messages: 160, everyMs: 50, writers: 1, withReceipts };
  const room = await runLoadJob({ ...crowd, ...steady });
  const rush = { messages: 600, everyMs: 0, writers: 8, withReceipts };
  const rushed = await runLoadJob({ ...crowd, ...rush });
  const requests = [newestPage];
  const read = { ...base, kind: 'read', requests } as const;
  const alone = await runLoadJob({ ...read, readers: 1 });
  const together = await runLoadJob({ ...read, readers: READERS });
  const idle = await runLoadJob({ kind: 'idle', wire, url, listeners: everybody, seconds: 20 });
  return { paced, flood, room, rushed, alone, together, idle };
}

type Column = [
  name: string,
  unit: string,
  of: (columns: Columns) => number,
  goal?: Figure['target'],
];

const columns: Column[] = [
  [
    'direct message at 50/s, p50',
    'ms',
    ({ paced }) => median(paced.received.samples),
    { ratioAtMost: 1.5 },
  ],
  [
    'direct message at 50/s, p99',
    'ms',
    ({ paced }) => percentile(paced.received.samples, 0.99),
    { atMost: 4 },
  ],
  ['most messages', '/s', ({ flood }) => flood.perSecond, { atLeast: 6_000 }],
  [`${MEMBERS} members, 20/s, the last one hears, p50`, 'ms', ({ room }) => median(room.last)],
  [
    `${MEMBERS} members, 20/s, the last one hears, p99`,
    'ms',
    ({ room }) => percentile(room.last, 0.99),
  ],
  [
    'processor per 1,000 deliveries then',
    'ms',
    ({ room }) => room.cpuMs / (room.deliveries / 1000),
    { atMost: 30 },
  ],
  ['most deliveries', '/s', ({ rushed }) => rushed.perSecond, { atLeast: 100_000 }],
  [
    `newest page of a chat of ${HISTORY}, p50`,
    'ms',
    ({ alone }) => median(alone.samples),
    { atMost: 1.5 },
  ],
  [
    `newest page of a chat of ${HISTORY}, ${READERS} readers`,
    '/s',
    ({ together }) => together.perSecond,
    { atLeast: 1_000 },
  ],
  [`${IDLE} idle people: processor`, '%', ({ idle }) => idle.processor * 100, { atMost: 2 }],
  [`${IDLE} idle people: memory each`, 'KiB', ({ idle }) => idle.bytesEach / 1024],
  ['the whole server then', 'MiB', ({ idle }) => idle.bytes / 2 ** 20],
];

const figuresOf = (own: Columns, least: Columns): Figure[] =>
  columns.map(([name, unit, of, target]) => ({
    name,
    value: of(own),
    unit,
    baseline: { name: `${unit}, Socket.IO + INSERT`, value: of(least) },
    target,
  }));
