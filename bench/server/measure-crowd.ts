import { generate } from '../load/generate.ts';
import type { Answers, Caller, CrowdJob, IdleJob, Place, Wire } from '../load/jobs.ts';
import { type Company, type FilledChat, type Plan, range } from '../support/company.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { startYardstick, type YardstickName } from '../yardsticks/start.ts';

const SIZES = [200, 2_000];
const MESSAGES = 20;
const EVERY_MS = 500;
const IDLE = 2_000;
/** As many deliveries as it takes, in the group that peers were measured with. */
const FLOOD = { size: 200, messages: 600, everyMs: 0, writers: 8 };

// ejabberd in a group of 200, on a machine of this class.
const PEER_DELIVERIES = 25_700;

/** A group of each size; number 0 is in all of them. */
const plan: Plan = {
  people: Math.max(...SIZES),
  groups: SIZES.map((size) => ({ members: range(size), messages: 50 })),
  directs: [],
};

const nobody: Caller = { token: '', userId: '' };
const bareOf: [YardstickName, Wire][] = [
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
        const quiet = await generate(job);
        const busy = await generate({ ...job, withReceipts: true });
        figures.push(...figuresOf(size, { quiet, busy }, least));
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

/** The chat of the n-th group, and who listens in it. */
function hall({ people, groupChats }: Company, n: number): [Place, Caller[]] {
  const { uuid, members } = groupChats[n] as FilledChat;
  const listeners = members.map((member) => {
    const { token = '', uuid: userId = '' } = people[member] ?? {};
    return { token, userId };
  });
  return [{ path: `/api/chats/${uuid}/messages`, token: people[0]?.token ?? '' }, listeners];
}

const jobFor = (wire: Wire, url: string, listeners: Caller[], place: Place): CrowdJob => ({
  kind: 'crowd',
  wire,
  url,
  listeners,
  place,
  messages: MESSAGES,
  everyMs: EVERY_MS,
  writers: 1,
  withReceipts: false,
});

type Crowd = Answers['crowd'];

/** The highest rate of deliveries, storage included, beside a broadcast without any. */
async function measureFlood(job: CrowdJob): Promise<Figure[]> {
  const { messages, everyMs, writers } = FLOOD;
  const flood = { ...job, messages, everyMs, writers };
  const own = await generate(flood);
  const { url, stop } = await startYardstick('bare-socket-io');
  const listeners = job.listeners.map(() => nobody);
  const place = { path: '/say', token: '' };
  const bare = await generate({ ...flood, wire: 'socket.io', url, listeners, place }).finally(stop);
  const where = `${job.listeners.length} members, ${writers} writing without a pause`;
  return [
    {
      name: `${where}: deliveries`,
      value: own.perSecond,
      unit: '/s',
      yardstick: { name: '/s, bare Socket.IO', value: bare.perSecond },
      target: { atLeast: PEER_DELIVERIES * 3 },
    },
    {
      name: `${where}: processor per 1,000 deliveries`,
      value: perThousand(own),
      unit: 'ms',
      yardstick: { name: 'ms, bare Socket.IO', value: perThousand(bare) },
      target: { ratioAtMost: 1.3 },
    },
  ];
}

async function measureBare(size: number): Promise<Crowd[]> {
  const results: Crowd[] = [];
  for (const [name, wire] of bareOf) {
    const { url, stop } = await startYardstick(name);
    const listeners = range(size).map(() => nobody);
    const job = jobFor(wire, url, listeners, { path: '/say', token: '' });
    results.push(await generate(job).finally(stop));
  }
  return results;
}

const perThousand = ({ cpuMs, deliveries }: Crowd) => cpuMs / (deliveries / 1000);

function figuresOf(
  size: number,
  { quiet, busy }: { quiet: Crowd; busy: Crowd },
  [socketIo, ws]: Crowd[],
): Figure[] {
  if (!socketIo || !ws) return [];
  const beside = (name: string, value: number, unit: string, bare: number): Figure => ({
    name: `${size} members: ${name}`,
    value,
    unit,
    yardstick: { name: `${unit}, bare Socket.IO`, value: bare },
  });
  const cost = (what: string, crowd: Crowd, ratioAtMost: number): Figure => ({
    ...beside(what, perThousand(crowd), 'ms', perThousand(socketIo)),
    target: { ratioAtMost },
  });
  const atMost = size === 2_000 ? 100 : undefined;
  return [
    {
      ...beside('the last one hears, p50', median(quiet.last), 'ms', median(socketIo.last)),
      target: atMost === undefined ? undefined : { atMost },
    },
    beside(
      'the last one hears, p95',
      percentile(quiet.last, 0.95),
      'ms',
      percentile(socketIo.last, 0.95),
    ),
    beside(
      'the last one hears, all answering, p50',
      median(busy.last),
      'ms',
      median(socketIo.last),
    ),
    cost('processor per 1,000 deliveries', quiet, 1.3),
    cost('the same, all answering', busy, 2.5),
    {
      name: `${size} members: processor per 1,000 deliveries, beside ws alone`,
      value: perThousand(quiet),
      unit: 'ms',
      yardstick: { name: 'ms, bare ws', value: perThousand(ws) },
    },
  ];
}

/** Sockets that do nothing, and what happens when all come back at once. */
export async function measureIdle(run: Run): Promise<Figure[]> {
  const engine = await startServerEngine();
  try {
    run.say('the yardstick: bare Socket.IO');
    const bare = await startYardstick('bare-socket-io');
    const job: IdleJob = {
      kind: 'idle',
      wire: 'socket.io',
      url: bare.url,
      listeners: range(IDLE).map(() => nobody),
    };
    const least = await generate(job).finally(bare.stop);
    run.say(`${IDLE} sockets`);
    const server = await startServer(plan, await engine.newDatabase());
    const [, listeners] = hall(server.company, SIZES.indexOf(IDLE));
    const chat: IdleJob = { ...job, wire: 'chat', url: server.url, listeners };
    const own = await generate(chat).finally(() => server.stop());
    return [
      {
        name: 'memory for each idle socket',
        value: own.bytesEach / 1024,
        unit: 'KiB',
        yardstick: { name: 'KiB, bare Socket.IO', value: least.bytesEach / 1024 },
        target: { ratioAtMost: 1.3 },
      },
      {
        name: `memory of the server, ${IDLE} connected`,
        value: own.bytes / 1e6,
        unit: 'MB',
        yardstick: { name: 'MB, bare Socket.IO', value: least.bytes / 1e6 },
        target: { atMost: 300 },
      },
      {
        name: `memory of the server, ${IDLE} lost and back`,
        value: own.bytesBack / 1e6,
        unit: 'MB',
        yardstick: { name: 'MB, bare Socket.IO', value: least.bytesBack / 1e6 },
        target: { atMost: 300 },
      },
      {
        name: `${IDLE} lost at once are back`,
        value: own.backMs,
        unit: 'ms',
        yardstick: { name: 'ms, bare Socket.IO', value: least.backMs },
        target: { atMost: 5_000 },
      },
    ];
  } finally {
    await engine.stop();
  }
}
