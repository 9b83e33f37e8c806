/** Runs works one after another, in the order they were given; each settles as its own does. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  }
}

/** A serial queue for each key, which is there only while it has work. */
export class KeyedSerialQueue<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, turn);
    const leave = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  }

  /** Settles once all that was given by now is done, whether it failed or not. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }
}

/** Removes the oldest entry of a map that holds more than so many. */
export function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
