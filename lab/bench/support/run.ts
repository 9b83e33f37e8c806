import type { Figure } from './figures.ts';

/** What every part is given. */
export interface Run {
  /** Prints what is being done. */
  say(line: string): void;
}

export interface Part {
  name: string;
  title: string;
  measure(run: Run): Promise<Figure[]>;
}
