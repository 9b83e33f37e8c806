import { setImmediate as nextTurn } from 'node:timers/promises';

/** The event loop hears nothing of others while so many items are made. */
const AT_A_TIME = 250;

/** As `map`, and others are served in between. */
export async function mapInTurns<Item, Made>(
  items: Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % AT_A_TIME === 0) await nextTurn();
    made.push(make(item));
  }
  return made;
}

/** Lets others be served before what is done next for a list of so many items. */
export async function takeTurnFor(items: number): Promise<void> {
  if (items > AT_A_TIME) await nextTurn();
}
