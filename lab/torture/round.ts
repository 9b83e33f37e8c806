import { Random } from '../company/random.ts';
import { planFaults, strike } from './faults/plan.ts';
import { createEnvironment, type Environment, tearDown } from './machines/environment.ts';
import type { EngineName, Options } from './options.ts';
import { Findings } from './verdict/findings.ts';
import { judgeReturn, judgeShares } from './verdict/judge-cluster.ts';
import { judgeIndex } from './verdict/judge-index.ts';
import { judgeMessages, judgeNumbers } from './verdict/judge-messages.ts';
import { judgeReceipts } from './verdict/judge-receipts.ts';
import { awaitScheduled, judgeScheduled } from './verdict/judge-scheduled.ts';
import { awaitScreens } from './verdict/judge-screens.ts';
import { readRestingFace } from './verdict/public-face.ts';
import { readTables } from './verdict/tables.ts';
import type { Refusal } from './world/afterthoughts.ts';
import { KeptScreen } from './world/kept-screen.ts';
import { Ledger } from './world/ledger.ts';
import { Passer } from './world/passer.ts';
import { gather, type Person } from './world/people.ts';
import { Progress } from './world/progress.ts';
import { write } from './world/writer.ts';

export interface RoundResult {
  engine: EngineName;
  seed: number;
  sends: number;
  acknowledged: number;
  abandoned: number;
  edited: number;
  deleted: number;
  forwarded: number;
  scheduled: number;
  cancelled: number;
  /** Scheduled messages whose author could not write there at their time. */
  dropped: number;
  retries: number;
  faults: Record<string, number>;
  findings: Findings['counts'];
  examples: string[];
  isSmallDisk: boolean;
  canLosePower: boolean;
  /** The longest, in seconds, that a page was without its socket. */
  longestAbsence: number;
  seconds: number;
}

const secondsAbsent = (screen: KeptScreen) => Math.round(screen.longestAbsenceMs / 100) / 10;

interface Stage {
  environment: Environment;
  people: Person[];
  passer: Passer;
  /** The screens of the first people. */
  screens: KeptScreen[];
  ledger: Ledger;
  random: Random;
  options: Options;
}

/** One round: fresh data, people who write, faults, and the verdict. */
export async function playRound(
  engine: EngineName,
  seed: number,
  options: Options,
  onSmallDisk: boolean,
): Promise<RoundResult> {
  const started = Date.now();
  const random = new Random(seed);
  const environment = await createEnvironment(engine, onSmallDisk);
  const ledger = new Ledger();
  const findings = new Findings();
  try {
    const url = `http://127.0.0.1:${environment.link.port}`;
    const people = await gather(url, options.people);
    const passer = await Passer.arrive(url, ledger, random.fork());
    const viewers = people.slice(0, options.screens);
    const screens = viewers.map((person) => new KeptScreen(person, random.fork()));
    for (const screen of screens) screen.open();
    const stage: Stage = { environment, people, passer, screens, ledger, random, options };
    const { refusals, faults } = await writeUnderFaults(stage, findings);
    for (const { referenceId, status, message } of refusals) {
      findings.add('refusals', `${referenceId}: ${status} ${message}`);
    }
    const dropped = await judge(stage, findings);
    return {
      engine,
      seed,
      sends: ledger.sends.size,
      acknowledged: ledger.acknowledged,
      abandoned: ledger.abandoned,
      edited: ledger.edited,
      deleted: ledger.deleted,
      forwarded: ledger.forwarded,
      scheduled: ledger.scheduled,
      cancelled: ledger.cancelled,
      dropped,
      retries: ledger.retries,
      faults,
      findings: findings.counts,
      examples: findings.examples,
      isSmallDisk: environment.disk.isSmall,
      canLosePower: environment.disk.losePower !== undefined,
      longestAbsence: Math.max(0, ...screens.map(secondsAbsent)),
      seconds: Math.round((Date.now() - started) / 1000),
    };
  } finally {
    await tearDown(environment);
  }
}

async function writeUnderFaults(stage: Stage, findings: Findings) {
  const { environment, people, passer, screens, ledger, random, options } = stage;
  const passing = passer.comeAndGo();
  const refusals: Refusal[] = [];
  const { sends, workers } = options;
  const progress = new Progress(sends);
  const plan = planFaults(environment, random, options);
  const striking = strike(plan, environment, random.fork(), {
    reached: (count) => progress.reached(count),
    async mended({ name }) {
      if (environment.clusterParts) await judgeReturn(findings, screens, name);
    },
  });
  await Promise.all(
    people.map((person, index) =>
      write({
        person,
        ledger,
        refusals,
        random: random.fork(),
        workers,
        take: () => progress.take(),
        onSent: () => {
          progress.finishOne();
          screens[index]?.glance();
        },
      }),
    ),
  );
  await passing.stop();
  const struck = await striking;
  environment.link.swallow(0);
  environment.databaseLink?.swallow(0);
  return { refusals: [...refusals, ...passer.refusals], faults: struck };
}

/** Returns how many scheduled messages were dropped. */
async function judge(
  { environment, people, passer, screens, ledger }: Stage,
  findings: Findings,
): Promise<number> {
  await awaitScheduled(findings, [...people, passer.person]);
  await awaitScreens(findings, screens);
  const face = await readRestingFace([...people, passer.host]);
  await Promise.all(screens.map((screen) => screen.close()));
  judgeShares(findings, environment);
  await judgeEndings(environment, findings);
  const tables = await readTables(environment);
  judgeMessages(findings, ledger, face, tables);
  judgeNumbers(findings, face, tables);
  judgeReceipts(findings, face, tables);
  judgeScheduled(findings, ledger, tables);
  judgeIndex(findings, tables);
  return tables.scheduled.filter(({ isDropped }) => isDropped).length;
}

async function judgeEndings({ applications }: Environment, findings: Findings): Promise<void> {
  await Promise.all(
    applications.map(async (application) => {
      const code = await application.stop();
      if (code !== 0) findings.add('endings', `asked to end, it ended with ${code}`);
      for (const { isExpected, words } of application.endings) {
        if (!isExpected) findings.add('endings', words);
      }
    }),
  );
}
