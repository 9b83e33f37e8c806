/** Stores parts of a numbered row side by side, and tells of them in the order of their numbers. */
export type InOrder = <Stored extends { seq: number; isNew: boolean }>(
  row: string,
  store: () => Promise<Stored>,
  tell: (stored: Stored) => void,
) => Promise<Stored>;

interface Held {
  seq: number;
  tell: () => void;
}

interface Row {
  /** The last number told, while anything of the row is under way. */
  told: number | undefined;
  underWay: Set<Promise<unknown>>;
  held: Held[];
}

/**
 * The database gives the numbers, but its answers come over several connections and may overtake each other. Whatever is
 * under way when a number arrives out of turn may hold a lower one, so that is waited for; each settles as it is told.
 */
export function createInOrder(): InOrder {
  const rows = new Map<string, Row>();

  return async (key, store, tell) => {
    const row = rows.get(key) ?? { told: undefined, underWay: new Set(), held: [] };
    rows.set(key, row);
    const arriving = store().then(
      (stored) => {
        row.underWay.delete(arriving);
        if (stored.isNew) row.held.push({ seq: stored.seq, tell: () => tell(stored) });
        return stored;
      },
      (error: unknown) => {
        row.underWay.delete(arriving);
        throw error;
      },
    );
    row.underWay.add(arriving);
    try {
      const stored = await arriving;
      if (stored.isNew && row.told !== stored.seq - 1) await Promise.allSettled(row.underWay);
      if (stored.isNew) tellUpTo(row, stored.seq);
      return stored;
    } finally {
      if (row.underWay.size === 0 && row.held.length === 0) rows.delete(key);
    }
  };
}

function tellUpTo(row: Row, seq: number): void {
  row.held.sort((one, other) => one.seq - other.seq);
  for (let next = row.held[0]; next; next = row.held[0]) {
    if (next.seq > seq && next.seq - 1 !== row.told) return;
    row.held.shift();
    row.told = Math.max(row.told ?? 0, next.seq);
    next.tell();
  }
}
