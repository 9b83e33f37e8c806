import type { ClusterMessage } from './cluster-messages.ts';

type Deliver = (number: number, message: ClusterMessage, before: number | undefined) => void;

interface Waiting {
  message: ClusterMessage;
  sealed: Buffer;
  since: number;
}

// They wait no longer than this for their place in the common order.
const ECHO_TIMEOUT_MS = 500;

/** What this process has sent and not read itself yet, by its numbers. */
export class OwnMessages {
  readonly #deliver: Deliver;
  readonly #waiting = new Map<number, Waiting>();
  #readers: { number: number; settle: () => void }[] = [];
  #readUpTo = 0;

  constructor(deliver: Deliver) {
    this.#deliver = deliver;
  }

  /** Whether somebody waits until one is read. */
  get isAwaited(): boolean {
    return this.#readers.length > 0;
  }

  add(number: number, message: ClusterMessage, sealed: Buffer): void {
    this.#waiting.set(number, { message, sealed, since: Date.now() });
  }

  /** Whether it is one that waits, byte for byte: quicker than to open its seal. */
  isWaiting(number: number, sealed: Buffer): boolean {
    return this.#waiting.get(number)?.sealed.equals(sealed) ?? false;
  }

  /** Settles once it has been read here, or never will be. */
  read(number: number): Promise<void> {
    if (number <= this.#readUpTo) return Promise.resolve();
    return new Promise((settle) => {
      this.#readers.push({ number, settle });
    });
  }

  /** It is none that this process does. */
  drop(number: number): void {
    this.#waiting.delete(number);
  }

  /** Delivers all up to that number, which came after `before` in its chat. */
  deliver(upTo: number, before?: number): void {
    this.#deliverWaiting(upTo, before);
    this.#readUpTo = Math.max(this.#readUpTo, upTo);
    if (this.#readers.length === 0) return;
    const read = this.#readers.filter(({ number }) => number <= upTo);
    this.#readers = this.#readers.filter(({ number }) => number > upTo);
    for (const { settle } of read) settle();
  }

  /** Delivers those that have waited for too long. */
  deliverLate(): void {
    const late = Date.now() - ECHO_TIMEOUT_MS;
    for (const [number, { since }] of this.#waiting) {
      if (since > late) return;
      this.#deliverWaiting(number);
    }
  }

  #deliverWaiting(upTo: number, before?: number): void {
    for (const [number, { message }] of this.#waiting) {
      if (number > upTo) return;
      this.#waiting.delete(number);
      this.#deliver(number, message, number === upTo ? before : undefined);
    }
  }
}
