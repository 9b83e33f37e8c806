import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Turns } from '../../security/turns.ts';

/** One step may take as long again. */
const MAX_TURN_MS = 4;

/**
 * Takes the steps one after the other, so that the event loop gets to others in between and people come in turn,
 * whatever the steps have to read.
 */
export async function inTurns<Item, Result>(
  { turns, key }: { turns: Turns; key: string },
  items: readonly Item[],
  step: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const takeSome = async () => {
    await nextTurn();
    const since = performance.now();
    for (const item of items.slice(results.length)) {
      results.push(step(item));
      if (performance.now() - since >= MAX_TURN_MS) break;
    }
  };
  while (results.length < items.length) await turns.run({ key }, takeSome);
  return results;
}
