/** Runs works of the same key one after another, in the order they were asked for; each settles as its own does. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** For facts that must be told in the order they were stored; `alone` keeps other processes out of the turn. */
export function createInTurn(alone: InTurn = (_, work) => work()): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const run = () => alone(key, work);
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run);
    last.set(key, turn);
    const leave = () => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(leave, leave);
    return turn;
  };
}
