import { isToEverybody, type Letter } from './envelope.ts';
import type { Seal, Secrets } from './secrets.ts';

/** Why an entry is not done: nobody of this installation wrote it; it was done; whether it is old cannot be known. */
export type Rejection = 'forged' | 'repeated' | 'stranger';

export interface Accepted {
  text: string;
  /** Something that the sender told everybody before has not come here. */
  isAfterGap: boolean;
}

interface Known {
  seal: Seal;
  /** Of the last entry that was read. */
  number: number;
  /** How many it had told everybody by then; undefined while anything may be the next. */
  broadcasts: number | undefined;
}

const MEET_MS = 500;

/**
 * Up to where this process has heard each of the others, so that nothing old is done when it is played again. A process is
 * known from its first entry to this one by name: the name is new, so the entry is. None is forgotten, or that entry could
 * be played again.
 */
export class KnownProcesses {
  readonly #me: string;
  readonly #secrets: Secrets;
  readonly #known = new Map<string, Known>();
  #onMet = () => {};

  /** `own`: the seal of this process's own entries. */
  constructor(me: string, secrets: Secrets, own: Seal) {
    this.#me = me;
    this.#secrets = secrets;
    this.#known.set(me, { seal: own, number: 0, broadcasts: undefined });
  }

  read(letter: Letter): Accepted | Rejection {
    const { by, number, to } = letter;
    const known = this.#known.get(by);
    if (known && number <= known.number) return 'repeated';
    const seal = known?.seal ?? this.#secrets.sealOf(by);
    const text = seal.open(letter, letter.sealed);
    // What was addressed to another process alone has been led astray.
    if (text === undefined || !(isToEverybody(to) || to === 'rooms' || to === this.#me))
      return 'forged';
    if (known) return { text, isAfterGap: this.#moveOn(known, letter) };
    if (to !== this.#me) return 'stranger';
    this.#known.set(by, { seal, number, broadcasts: letter.broadcasts });
    this.#onMet();
    return { text, isAfterGap: false };
  }

  /** Redis passes on to this process from here on: what was told everybody before may never come. */
  beginAnew(): void {
    for (const known of this.#known.values()) known.broadcasts = undefined;
  }

  /** Settles once all of them have made themselves known, or after a while: one that has died does not. */
  async meet(names: string[]): Promise<void> {
    const isDone = () => names.every((name) => this.#known.has(name));
    if (isDone()) return;
    await new Promise<void>((settle) => {
      const timer = setTimeout(settle, MEET_MS);
      this.#onMet = () => {
        if (!isDone()) return;
        clearTimeout(timer);
        settle();
      };
    });
    this.#onMet = () => {};
  }

  #moveOn(known: Known, { by, number, broadcasts, to }: Letter): boolean {
    known.number = number;
    // Its own do not all come here.
    if (by === this.#me) return false;
    const before = known.broadcasts;
    known.broadcasts = broadcasts;
    return before !== undefined && broadcasts !== before + (isToEverybody(to) ? 1 : 0);
  }
}
