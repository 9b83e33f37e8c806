import { messageOf } from '../../support/helpers.ts';
import type { Figure } from '../support/figures.ts';
import { measureByTurns, type Row } from './by-turns.ts';

/** Rows that share a server, or whatever else they are measured on. */
export interface RowsOnGround {
  names: string[];
  /** Measured only where a run names it. */
  isOnRequest?: boolean;
  /** Starts the ground, measures the rows of these names, and stops it. */
  measure(names: string[], say: (line: string) => void): Promise<Figure[]>;
}

export const onGround = <Ground extends { stop(): Promise<unknown> }>(
  start: () => Promise<Ground>,
  rows: Row<Ground>[],
): RowsOnGround => ({
  names: rows.map(({ name }) => name),
  async measure(names, say) {
    const chosen = rows.filter(({ name }) => names.includes(name));
    const ground = await start();
    try {
      const figures: Figure[] = [];
      for (const row of chosen) {
        say(row.name);
        figures.push(...(await measureByTurns(row, ground).catch(failed(row))));
      }
      return figures;
    } finally {
      await ground.stop();
    }
  },
});

/** A row that breaks is beyond its bound, and the others are measured all the same. */
const failed =
  ({ name }: { name: string }) =>
  (error: unknown): Figure[] => {
    console.error(error);
    const target = { ratioAtMost: 1 };
    return [{ name: `${name}: ${messageOf(error)}`, value: Number.NaN, unit: '', target }];
  };
