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
}

export interface Part {
  name: string;
  title: string;
  measure(run: Run): Promise<Figure[]>;
}
