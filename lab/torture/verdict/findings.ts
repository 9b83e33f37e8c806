const EXAMPLES = 5;

/** How often each kind of fault was found. */
type Counts = ReturnType<typeof noCounts>;
type Kind = keyof Counts;

const noCounts = () => ({
  lost: 0,
  doubled: 0,
  unsent: 0,
  undeleted: 0,
  gaps: 0,
  ticks: 0,
  counters: 0,
  index: 0,
  screens: 0,
  absences: 0,
  scheduled: 0,
  shares: 0,
  refusals: 0,
  endings: 0,
});

/** Findings, counted by kind, with a few examples. */
export class Findings {
  readonly counts: Counts = noCounts();
  readonly examples: string[] = [];

  add(kind: Kind, what: string): void {
    this.counts[kind]++;
    if (this.counts[kind] <= EXAMPLES) this.examples.push(`${kind}: ${what}`);
  }
}

export function sumCounts(all: Counts[]): Counts {
  const sum = noCounts();
  for (const counts of all) {
    let kind: Kind;
    for (kind in counts) sum[kind] += counts[kind];
  }
  return sum;
}

/** `Map.groupBy` came with Node 21. */
export function groupBy<Key, Item>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
