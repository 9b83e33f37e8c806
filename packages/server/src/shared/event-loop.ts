import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time that one caller may keep the event loop from others; a single step may take as long again. */
export const MAX_TURN_MS = 4;

/** The items one after the other. Others are served in between, however many there are and whatever is done with them. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < MAX_TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** Maps the items. Others are served in between, however many items there are. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let since = performance.now();
  for (const item of items) {
    made.push(make(item));
    if (performance.now() - since < MAX_TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  return made;
}
