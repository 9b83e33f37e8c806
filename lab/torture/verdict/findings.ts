const EXAMPLES = 5;

const kinds = [
  'lost',
  'doubled',
  'unsent',
  'gaps',
  'ticks',
  'counters',
  'screens',
  'absences',
  'shares',
  'refusals',
  'endings',
] as const;
type Kind = (typeof kinds)[number];

/** What is not as it must be, counted by kind, with a few examples. */
export class Findings {
  readonly counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  readonly examples: string[] = [];

  add(kind: Kind, what: string): void {
    this.counts[kind]++;
    if (this.counts[kind] <= EXAMPLES) this.examples.push(`${kind}: ${what}`);
  }
}
