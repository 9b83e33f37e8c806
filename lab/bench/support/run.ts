import type { Figure } from './figures.ts';

/** What every part is given. */
export interface Run {
  /** Says what is being done, for whoever waits. */
  say(line: string): void;
}

export interface Part {
  name: string;
  title: string;
  measure(run: Run): Promise<Figure[]>;
}
