import type { Figure } from './figures.ts';

/** The tools that every part gets. */
export interface Run {
  /** Prints what is being done. */
  say(line: string): void;
  /** How many messages the part of searches fills in on PostgreSQL; the embedded engine gets a tenth. */
  messages: number;
  /** The folder in which it leaves and finds what it has filled; undefined: nothing is left. */
  folder: string | undefined;
  /** For how long the part of the ordinary day measures each case. */
  seconds: number;
  /** Words in the names of the rows that the part of disturbances measures; undefined: all rows. */
  row: string | undefined;
  /** How many people the part of the whole company has. */
  people: number;
}

export interface Part {
  name: string;
  title: string;
  /** The bench ends with 1 when a target of this part is not met. */
  isBinding?: true;
  measure(run: Run): Promise<Figure[]>;
}
