import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { required } from '../../support/helpers.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Answers, CrowdJob, Target, Times } from '../load/jobs.ts';
import type { Beside } from '../load/processor.ts';
import { type BenchCluster, startProcesses } from '../support/cluster.ts';
import {
  type Company,
  type FilledChat,
  fillCompany,
  type Plan,
  range,
} from '../support/company.ts';
import { type Engine, startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';

const SENDERS = 32;
const SECONDS = 6;
const MEMBERS = 200;
const MESSAGES = 160;
const EVERY_MS = 50;
// Between two, 200 messages/s.
const PAIRED_MESSAGES = 1_600;
const PAIRED_EVERY_MS = 5;
// Each further process may add so much to the processor time of a delivery.
const MORE = 0.1;

interface Arrangement {
  name: string;
  processes: number;
  isJoined: boolean;
}

/** The first is what all others stand beside; the second shows what joining costs when there is nobody to join. */
const alone: Arrangement = { name: '1 process', processes: 1, isJoined: false };
const arrangements: Arrangement[] = [
  alone,
  { name: '1 process with Redis', processes: 1, isJoined: true },
  { name: '2 processes', processes: 2, isJoined: true },
  { name: '3 processes', processes: 3, isJoined: true },
];

/** One group of everybody, and in it 200 pairs. */
const plan: Plan = {
  people: MEMBERS,
  groups: [{ members: range(MEMBERS), messages: 50 }],
  directs: range(MEMBERS).map((n) => ({
    group: 0,
    between: [n, (n + 1) % MEMBERS],
    messages: 5,
  })),
};

interface Measured {
  sends: Times;
  crowd: Answers['crowd'];
  pairs: Answers['crowd'];
  beside: Beside[];
}

/** Measures one, two and three processes at the same work, all behind nginx, each time on a database just filled. */
export async function measureCluster(run: Run): Promise<Figure[]> {
  const engine = await startServerEngine();
  try {
    const figures: Figure[] = [];
    let least: Measured | undefined;
    for (const arrangement of arrangements) {
      run.say(arrangement.name);
      const measured = await measureOne(engine, arrangement);
      least ??= measured;
      figures.push(...figuresOf(arrangement, measured, least));
    }
    return figures;
  } finally {
    await engine.stop();
  }
}

async function measureOne(engine: Engine, { processes, isJoined }: Arrangement): Promise<Measured> {
  const { databaseUrl = '' } = await engine.newDatabase();
  const db = await openDatabase({ databaseUrl, dataDir: '' }, (error) => console.error(error));
  const company = await fillCompany(db, plan).finally(() => db.close());
  const cluster = await startProcesses(databaseUrl, processes, isJoined);
  const database = { name: 'PostgreSQL', pid: engine.pid ?? 0 };
  const beside = [database, ...cluster.beside];
  return measure({ ...cluster, beside }, company).finally(() => cluster.stop());
}

async function measure(
  { url, processes, beside }: Omit<BenchCluster, 'stop'>,
  { people, directChats, groupChats }: Company,
): Promise<Measured> {
  const placeIn = ({ uuid, members: [speaker = 0] }: FilledChat): Target => ({
    path: `/api/chats/${uuid}/messages`,
    token: people[speaker]?.token ?? '',
  });
  const inGroup: CrowdJob = {
    kind: 'crowd',
    wire: 'chat',
    url,
    processes,
    beside,
    listeners: people.map(({ token, uuid }) => ({ token, userId: uuid })),
    places: [placeIn(required(groupChats[0], 'group chat'))],
    hearers: MEMBERS,
    messages: MESSAGES,
    everyMs: EVERY_MS,
    writers: 1,
    withReceipts: true,
  };
  const inPairs: CrowdJob = {
    ...inGroup,
    // Everybody is in one of them.
    places: directChats.filter((_, n) => n % 2 === 0).map(placeIn),
    hearers: 2,
    messages: PAIRED_MESSAGES,
    everyMs: PAIRED_EVERY_MS,
    writers: 4,
  };
  // A process still translates its program while it begins to work: each does as much before as a lone one.
  for (const _ of processes) {
    await runLoadJob(inGroup);
    await runLoadJob(inPairs);
  }
  const crowd = await runLoadJob(inGroup);
  const pairs = await runLoadJob(inPairs);
  // Last, since searches go on reading what was sent for a while.
  const places = directChats.map(placeIn);
  const sends = await runLoadJob({
    kind: 'flood',
    url,
    places,
    senders: SENDERS,
    seconds: SECONDS,
  });
  return { sends, crowd, pairs, beside };
}

function figuresOf({ name, processes }: Arrangement, measured: Measured, least: Measured) {
  const beside = (what: string, of: (measured: Measured) => number, unit: string): Figure => ({
    name: `${name}: ${what}`,
    value: of(measured),
    unit,
    baseline: { name: `${unit}, 1 process`, value: of(least) },
  });
  const cost = ({ deliveries }: Answers['crowd'], ms: number) => ms / (deliveries / 1000);
  const apart = ['the generator', ...measured.beside.map((program) => program.name)];
  const costs = (what: string, of: (measured: Measured) => Answers['crowd']): Figure[] => {
    const { generatorMs, besideMs } = of(measured);
    const ofAll = `processor of all processes per 1,000 deliveries ${what}`;
    return [
      {
        ...beside(ofAll, (one) => cost(of(one), of(one).cpuMs), 'ms'),
        target: processes > 1 ? { ratioAtMost: 1 + (processes - 1) * MORE } : undefined,
      },
      ...[generatorMs, ...besideMs].map((ms, n) => ({
        name: `${name}: … of ${apart[n]}`,
        value: cost(of(measured), ms),
        unit: 'ms',
      })),
    ];
  };
  return [
    beside(`${SENDERS} senders`, ({ sends }) => sends.perSecond, 'messages/s'),
    beside(`${SENDERS} senders, p99`, ({ sends }) => percentile(sends.samples, 0.99), 'ms'),
    beside(
      `the last of ${MEMBERS} hears, all answering, p50`,
      ({ crowd }) => median(crowd.last),
      'ms',
    ),
    ...costs(`in a group of ${MEMBERS}`, ({ crowd }) => crowd),
    beside('the other of two hears, p50', ({ pairs }) => median(pairs.last), 'ms'),
    ...costs('between two', ({ pairs }) => pairs),
    {
      name: `${name}: refused`,
      value: measured.sends.failed,
      unit: 'messages',
      target: { atMost: 0 },
    },
  ];
}
