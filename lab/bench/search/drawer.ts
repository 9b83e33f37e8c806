import type { Random } from '../../torture/random.ts';

/** Draws places in `weights`, each as often as its weight says. */
export function drawerOf(weights: readonly number[]): (random: Random) => number {
  const ends = new Float64Array(weights.length);
  let sum = 0;
  for (const [n, weight] of weights.entries()) {
    sum += weight;
    ends[n] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
