import { isOfOneRow } from './faults.ts';

/**
 * Does the work on all items at once. Where the work fails for a reason that one item may have brought about, it is done
 * on each half, down to single items: a bad item fails alone and goes to `onBad`, and all others are done. A fault
 * that all items share, such as a database that is away, is thrown. The work must take effect for all its items or none.
 */
export async function failAlone<Item>(
  items: Item[],
  work: (items: Item[]) => Promise<unknown>,
  onBad: (item: Item, error: unknown) => unknown,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await work(items);
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    if (items.length === 1) {
      await onBad(first, error);
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await failAlone(items.slice(0, middle), work, onBad);
    await failAlone(items.slice(middle), work, onBad);
  }
}
