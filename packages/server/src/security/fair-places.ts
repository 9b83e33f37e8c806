/** Places shared out fairly: one caller may have nearly all of them, but leaves room for others to come. */
export interface FairPlaces {
  /** False, without taking a place, for a caller who has their share. */
  enter(key: string): boolean;
  leave(key: string): void;
}

export function createFairPlaces({
  inAll,
  atLeast,
}: {
  inAll: number;
  atLeast: number;
}): FairPlaces {
  const taken = new Map<string, number>();
  return {
    enter(key) {
      const own = taken.get(key) ?? 0;
      const sharers = taken.size + (own === 0 ? 1 : 0);
      if (own >= Math.max(atLeast, Math.floor(inAll / sharers))) return false;
      taken.set(key, own + 1);
      return true;
    },
    leave(key) {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}
