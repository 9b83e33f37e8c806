import type { Answers, Comeback, Spread } from '../load/comeback-steps.ts';
import type { Figure, Target } from '../support/figures.ts';
import { median, percentile } from '../support/samples.ts';

const MEMORY_MB = 450;
const EACH_KIB = 20;
const EVERYBODY_MS = 1_500;
const LAG_MS = 50;
const BACK_MS = 45_000;
const LIST_MS = 10;

const none: Target = { atMost: 0 };

const memory = (name: string, bytes: number): Figure => {
  return { name, value: bytes / 1e6, unit: 'MB', target: { atMost: MEMORY_MB } };
};

/** Pages that are merely open. */
export function openFigures(
  people: number,
  { seconds, bytesEach, bytes }: Answers['open'],
): Figure[] {
  return [
    { name: `${people} pages open, some at a time`, value: seconds, unit: 's' },
    {
      name: `memory for each of ${people} open pages`,
      value: bytesEach / 1024,
      unit: 'KiB',
      target: { atMost: EACH_KIB },
    },
    memory(`memory of the server, ${people} open`, bytes),
  ];
}

/** A message to everybody, all answering. */
export function spreadFigures(people: number, spread: Spread): Figure[] {
  const { last, receipts, missing, quiet, meanwhile, refused, lag } = spread;
  const everybody = (name: string, ms: number): Figure => {
    const target = { atMost: EVERYBODY_MS };
    return { name: `GENERAL of ${people}: ${name}`, value: ms, unit: 'ms', target };
  };
  return [
    { name: `GENERAL of ${people}: the last one has it, p50`, value: median(last), unit: 'ms' },
    everybody('the last one has it, at worst', Math.max(...last)),
    everybody('its writer knows that all have it, at worst', Math.max(...receipts)),
    { name: 'pages without it', value: missing, unit: '', target: none },
    {
      name: 'sends in other chats until then, p95',
      value: percentile(meanwhile, 0.95),
      unit: 'ms',
      baseline: { name: 'ms, quiet', value: percentile(quiet, 0.95) },
      target: { ratioAtMost: 2 },
    },
    { name: 'refused sends', value: refused, unit: '', target: none },
    {
      name: 'lag of the event loop, p99',
      value: lag.p99,
      unit: 'ms',
      baseline: { name: 'ms, quiet', value: lag.quietP99 },
      target: { atMost: LAG_MS },
    },
    { name: 'lag of the event loop, at worst', value: lag.longest, unit: 'ms' },
  ];
}

/** Everybody lost and back. */
export function comebackFigures(people: number, when: string, back: Comeback): Figure[] {
  const count = (name: string, value: number, target?: Target): Figure => {
    return { name: `${when}: ${name}`, value, unit: '', target };
  };
  const ms = (name: string, value: number): Figure => {
    return { name: `${when}: ${name}`, value, unit: 'ms' };
  };
  const each = (name: string, reasons: Map<string, number>, target?: Target): Figure[] => [
    count(
      name,
      [...reasons.values()].reduce((sum, times) => sum + times, 0),
      target,
    ),
    ...[...reasons].map(([reason, times]) => count(`… of them ${reason}`, times)),
  ];
  return [
    { name: `${when}: half of ${people} are back`, value: back.halfMs / 1000, unit: 's' },
    {
      name: `${when}: all ${people} are back with their lists`,
      value: back.backMs / 1000,
      unit: 's',
      target: { atMost: BACK_MS / 1000 },
    },
    count('never back', back.missing, none),
    ms('processor of the server for each of them', back.serverMsEach),
    ms('processor of the database for each of them', back.databaseMsEach),
    ms('lag of the event loop, at worst', back.lag.server),
    ms('lag of the load, at worst', back.lag.pages),
    ...each('refused reads', back.refusedReads, none),
    count('lists without the newest message', back.untrueLists, none),
    ...each('refused tries to connect', back.refusedSockets),
    count('lost once more', back.lostAgain, none),
    ...each('losses, the first of each among them', back.losses),
    count('pages that get nothing afterwards', back.deaf, none),
    ms('the first send is answered', back.firstSendMs),
    count('refused sends from the fifth second on', back.refusedSends, none),
    ms('sends then, p95', percentile(back.sends, 0.95)),
    memory(`${when}: memory of the server, all back`, back.bytes),
  ];
}

/** How long lists take, each read after something new, ms; and how long the one of GENERAL is. */
export interface ListTimes {
  wide: number[];
  general: number[];
  generalLength: number;
}

export function listFigures(chats: number, { wide, general, generalLength }: ListTimes): Figure[] {
  return [
    {
      name: `the list of somebody with ${chats} chats, p50`,
      value: median(wide),
      unit: 'ms',
      target: { atMost: LIST_MS },
    },
    { name: 'the list of GENERAL, p50', value: median(general), unit: 'ms' },
    { name: 'the list of GENERAL', value: generalLength / 1e6, unit: 'MB' },
  ];
}
