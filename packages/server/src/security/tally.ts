/** Counts for each person what is under way, up to a limit. */
export interface Tally {
  /** False, and not counted, for who has reached the limit. */
  enter(personId: number): boolean;
  leave(personId: number): void;
}

export function createTally(most: number): Tally {
  const counts = new Map<number, number>();
  return {
    enter(personId) {
      const before = counts.get(personId) ?? 0;
      if (before >= most) return false;
      counts.set(personId, before + 1);
      return true;
    },
    leave(personId) {
      const left = (counts.get(personId) ?? 0) - 1;
      if (left > 0) counts.set(personId, left);
      else counts.delete(personId);
    },
  };
}
