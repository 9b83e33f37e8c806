/** Counts which processes have done a message that all of them must do. */
export interface Confirmations {
  /** Settles once all have confirmed it, or after a while: a process that has not read it by then asks the database. */
  all(number: number, names: Promise<string[]>): Promise<void>;
  confirm(number: number, name: string): void;
  /** Settles what still waits. */
  close(): void;
}

// Twice the time after which every process looks at the database for sessions that have ended.
const TIMEOUT_MS = 1_000;

interface Waiting {
  /** Unknown until Redis has answered. */
  names: string[] | undefined;
  confirmed: Set<string>;
  settle: () => void;
}

export function createConfirmations(): Confirmations {
  const waiting = new Map<number, Waiting>();

  function settleIfComplete({ names, confirmed, settle }: Waiting): void {
    if (names?.every((name) => confirmed.has(name))) settle();
  }

  return {
    all(number, names) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(), TIMEOUT_MS);
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(number);
          resolve();
        };
        const wait: Waiting = { names: undefined, confirmed: new Set(), settle };
        waiting.set(number, wait);
        names.then(
          (known) => {
            wait.names = known;
            settleIfComplete(wait);
          },
          () => {},
        );
      });
    },
    confirm(number, name) {
      const wait = waiting.get(number);
      wait?.confirmed.add(name);
      if (wait) settleIfComplete(wait);
    },
    close() {
      for (const { settle } of waiting.values()) settle();
    },
  };
}
