import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { required } from '../../support/required.ts';
import { generate } from '../load/generate.ts';
import type { Answers, Target, Times } from '../load/jobs.ts';
import { startProcesses } from '../support/cluster.ts';
import {
  type Company,
  type FilledChat,
  fillCompany,
  type Plan,
  range,
} from '../support/company.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { median, percentile } from '../support/samples.ts';

const SENDERS = 32;
const SECONDS = 6;
const MEMBERS = 200;
const MESSAGES = 20;
const EVERY_MS = 250;

/** The first is what all others stand beside; the second shows what joining costs when there is nobody to join. */
const alone = { name: '1 process', processes: 1, isJoined: false };
const arrangements = [
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
}

/** The same work for one, two and three processes, all of them behind nginx, on one database. */
export async function measureCluster(run: Run): Promise<Figure[]> {
  const engine = await startServerEngine();
  try {
    const { databaseUrl = '' } = await engine.newDatabase();
    const db = await openDatabase({ databaseUrl, dataDir: '' }, (error) => console.error(error));
    const company = await fillCompany(db, plan).finally(() => db.close());
    const measureOne = async ({ processes, isJoined }: typeof alone) => {
      const cluster = await startProcesses(databaseUrl, processes, isJoined);
      return measure(cluster, company).finally(() => cluster.stop());
    };
    run.say('warming up');
    // A database that was filled just now is still writing that down.
    await measureOne(alone);
    const figures: Figure[] = [];
    let least: Measured | undefined;
    for (const arrangement of arrangements) {
      run.say(arrangement.name);
      const measured = await measureOne(arrangement);
      least ??= measured;
      figures.push(...figuresOf(arrangement.name, measured, least));
    }
    return figures;
  } finally {
    await engine.stop();
  }
}

async function measure(
  { url, processes }: { url: string; processes: string[] },
  { people, directChats, groupChats }: Company,
): Promise<Measured> {
  const placeIn = ({ uuid, members: [speaker = 0] }: FilledChat): Target => ({
    path: `/api/chats/${uuid}/messages`,
    token: people[speaker]?.token ?? '',
  });
  const places = directChats.map(placeIn);
  const sends = await generate({ kind: 'flood', url, places, senders: SENDERS, seconds: SECONDS });
  const crowd = await generate({
    kind: 'crowd',
    wire: 'chat',
    url,
    processes,
    listeners: people.map(({ token, uuid }) => ({ token, userId: uuid })),
    place: placeIn(required(groupChats[0], 'group chat')),
    messages: MESSAGES,
    everyMs: EVERY_MS,
    writers: 1,
    withReceipts: true,
  });
  return { sends, crowd };
}

function figuresOf(name: string, { sends, crowd }: Measured, least: Measured): Figure[] {
  const beside = (what: string, value: number, unit: string, one: number): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit,
    baseline: { name: `${unit}, 1 process`, value: one },
  });
  const p99 = ({ samples }: Times) => percentile(samples, 0.99);
  const cost = ({ cpuMs, deliveries }: Measured['crowd']) => cpuMs / (deliveries / 1000);
  return [
    beside(`${SENDERS} senders`, sends.perSecond, 'messages/s', least.sends.perSecond),
    beside(`${SENDERS} senders, p99`, p99(sends), 'ms', p99(least.sends)),
    beside(
      `the last of ${MEMBERS} hears, all answering, p50`,
      median(crowd.last),
      'ms',
      median(least.crowd.last),
    ),
    beside('processor of all processes per 1,000 deliveries', cost(crowd), 'ms', cost(least.crowd)),
    {
      name: `${name}: refused`,
      value: sends.failed,
      unit: 'messages',
      target: { atMost: 0 },
    },
  ];
}
