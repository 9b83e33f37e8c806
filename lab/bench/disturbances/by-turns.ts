import { required } from '../../support/helpers.ts';
import { type Figure, isMet, ratioOf } from '../support/figures.ts';

/** The numbers of a turn, by the names of the row's figures. */
export type Numbers = Record<string, number>;

export interface Bound {
  unit: string;
  /** The median of the ratios may be so much, disturbed to quiet. */
  ratioAtMost: number;
  /** Smaller numbers count as this: below it clocks and other work of the machine decide. */
  least?: number;
  /** Nor may the ratio be less than the inverse: the two must be alike. */
  isAlike?: true;
}

/** A disturbance, and how much more its figures may be than without it. */
export interface Row<Ground> {
  name: string;
  figures: Record<string, Bound>;
  /** Three, if nothing is said. */
  pairs?: number;
  quiet(ground: Ground): Promise<Numbers>;
  disturbed(ground: Ground): Promise<Numbers>;
}

interface Pair {
  quiet: Numbers;
  disturbed: Numbers;
}

const PAIRS = 3;
const ATTEMPTS = 3;

/**
 * Measures quiet and disturbed by turns, and gives the pair of the median ratio for each figure. A figure beyond its
 * bound is measured again, and fails when it is beyond it three times in a row.
 */
export async function measureByTurns<Ground>(row: Row<Ground>, ground: Ground): Promise<Figure[]> {
  const figures = new Map<string, Figure>();
  let open = Object.entries(row.figures);
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt++) {
    const pairs = await takeTurns(row, ground);
    for (const [name, bound] of open) figures.set(name, medianOf(name, bound, pairs));
    open = open.filter(([name]) => isMet(required(figures.get(name), name)) === false);
  }
  return [...figures.values()].map((figure) => ({
    ...figure,
    name: `${row.name}: ${figure.name}`,
  }));
}

async function takeTurns<Ground>(
  { pairs = PAIRS, quiet, disturbed }: Row<Ground>,
  ground: Ground,
): Promise<Pair[]> {
  const taken: Pair[] = [];
  for (let n = 0; n < pairs; n++) {
    taken.push({ quiet: await quiet(ground), disturbed: await disturbed(ground) });
  }
  return taken;
}

function medianOf(name: string, { unit, ratioAtMost, least = 0, isAlike }: Bound, pairs: Pair[]) {
  const numberOf = (numbers: Numbers) => Math.max(least, numbers[name] ?? Number.NaN);
  const figures = pairs.map(
    ({ quiet, disturbed }): Figure => ({
      name,
      value: numberOf(disturbed),
      unit,
      baseline: { name: `${unit}, quiet`, value: numberOf(quiet) },
      target: isAlike ? { ratioWithin: ratioAtMost } : { ratioAtMost },
    }),
  );
  // A number that is missing counts as the largest: nothing is met by it.
  const order = (figure: Figure) => {
    const ratio = ratioOf(figure) ?? Number.NaN;
    return Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
  };
  figures.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  return required(figures[Math.floor(figures.length / 2)], 'pair');
}
