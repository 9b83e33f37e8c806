import type { Random } from '../../company/random.ts';
import type { Environment } from '../machines/environment.ts';
import type { Options } from '../options.ts';
import { crashes } from './crashes.ts';
import { diskFull, type Fault } from './fault.ts';
import { brokenLinks } from './links.ts';

const all: Fault[] = [...crashes, ...brokenLinks, diskFull];

export interface Planned {
  fault: Fault;
  /** Strikes once so many sends have come to an end. */
  after: number;
}

/** Plans the faults and their times from the seed: each kind once while there is room, then by weight. */
export function planFaults(
  environment: Environment,
  random: Random,
  { faults, sends, only }: Pick<Options, 'faults' | 'sends' | 'only'>,
): Planned[] {
  const wanted = all.filter(({ name }) => only.length === 0 || only.includes(name));
  const possible = wanted.filter((fault) => fault.isPossible(environment));
  if (possible.length === 0) return [];
  const urn = possible.flatMap((fault) => Array<Fault>(fault.weight).fill(fault));
  const drawn = random.shuffled(possible).slice(0, faults);
  while (drawn.length < faults) drawn.push(random.pick(urn));
  const afters = drawn.map(() => random.between(0, Math.floor(sends * 0.95)));
  afters.sort((one, other) => one - other);
  return random.shuffled(drawn).map((fault, index) => ({ fault, after: afters[index] ?? 0 }));
}

interface Course {
  /** Settles once so many sends have come to an end. */
  reached(sends: number): Promise<void>;
  mended(fault: Fault): Promise<void>;
}

/** Injects them one after another; gives how often each struck. */
export async function strike(
  plan: Planned[],
  environment: Environment,
  random: Random,
  { reached, mended }: Course,
): Promise<Record<string, number>> {
  const struck: Record<string, number> = {};
  for (const { fault, after } of plan) {
    await reached(after);
    await fault.inject(environment, random);
    await mended(fault);
    struck[fault.name] = (struck[fault.name] ?? 0) + 1;
  }
  return struck;
}
