import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { tokenBucket } from '../../security/limiter.ts';
import type { Rejection } from '../publish.ts';

/*
 * Trust between processes: a sender seals each entry with the installation's secret, and a receiver applies it once.
 * A refused entry is counted. The sender of a message for all waits until each process has confirmed it.
 */

/** The part of an entry that stands in the clear. The seal covers it and the text, so that nobody changes either. */
export interface Envelope {
  /** The sender. */
  by: string;
  /** The sender's own, which goes up by one with each entry. */
  number: number;
  /** How many of the sender's entries, this one among them, were for all or for all others. */
  broadcasts: number;
  /** `all`, `others`, `rooms`, or the name of a process. */
  to: string;
}

/** An entry as Redis passes it on: with what the sender cannot know, and nobody vouches for. */
export interface RedisEntry extends Envelope {
  sealed: Buffer;
  /** Goes up by one with each that is passed on to a process: what is lost on the way shows as a gap. */
  count: number;
  /** The highest number that was published in the message's chat before; undefined where that is not known. */
  before: number | undefined;
}

const LINE_END = 0x0a;
const MAX_HEAD = 500;
const MAX_NUMBER = 2 ** 48 - 1;

export const isToEverybody = (to: string): boolean => to === 'all' || to === 'others';

export const headOf = ({ by, number, broadcasts, to }: Envelope): string =>
  `${by} ${number} ${broadcasts} ${to}`;

/** Undefined for what is no entry. */
export function readEntry(payload: Buffer): RedisEntry | undefined {
  const end = payload.subarray(0, MAX_HEAD).indexOf(LINE_END);
  if (end < 0) return undefined;
  const [by = '', number, broadcasts, to = '', count, before] = payload
    .toString('latin1', 0, end)
    .split(' ');
  const entry = {
    ...{ by, number: Number(number), broadcasts: Number(broadcasts), to },
    ...{ sealed: payload.subarray(end + 1), count: Number(count) },
    before: before ? Number(before) : undefined,
  };
  const isNumbered = entry.number >= 0 && entry.number <= MAX_NUMBER;
  return isNumbered && Number.isInteger(entry.number) ? entry : undefined;
}

export const SECRET_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const NUMBER_BYTES = 6;
const TAG_BYTES = 16;
const NAME_BYTES = 16;
const MAX_NAMES = 20_000;

/** One sender's entries: only with the secret can they be written or read, and only behind their own envelope. */
export interface Seal {
  close(envelope: Envelope, text: string): Buffer;
  /** Undefined for what was not sealed so. */
  open(envelope: Envelope, sealed: Buffer): string | undefined;
}

/**
 * The uses of an installation's secret, each with a key of its own. Redis gets nothing in the clear but numbers,
 * and the names of processes.
 */
export class Secrets {
  readonly #secret: Buffer;
  readonly #forNames: KeyObject;
  readonly #names = new LRUCache<string, string>({ max: MAX_NAMES });

  constructor(secret: Buffer) {
    this.#secret = secret;
    this.#forNames = this.#keyFor('names', '');
  }

  /** Returns the thing's name, equal for all processes, from which nobody else learns what the thing is. */
  nameOf(thing: string): string {
    const known = this.#names.get(thing);
    if (known !== undefined) return known;
    const digest = createHmac('sha256', this.#forNames).update(thing).digest();
    const name = digest.subarray(0, NAME_BYTES).toString('base64url');
    this.#names.set(thing, name);
    return name;
  }

  /** Each process has a name that is drawn at its start, so its numbers are nonces that never come twice. */
  sealOf(processName: string): Seal {
    const key = this.#keyFor('entries', processName);
    return {
      close(envelope, text) {
        const cipher = createCipheriv(ALGORITHM, key, nonceOf(envelope.number));
        cipher.setAAD(Buffer.from(headOf(envelope)));
        const body = cipher.update(text, 'utf8');
        cipher.final();
        return Buffer.concat([body, cipher.getAuthTag()]);
      },
      open(envelope, sealed) {
        const end = sealed.length - TAG_BYTES;
        if (end < 0) return undefined;
        const decipher = createDecipheriv(ALGORITHM, key, nonceOf(envelope.number));
        decipher.setAAD(Buffer.from(headOf(envelope)));
        decipher.setAuthTag(sealed.subarray(end));
        try {
          const body = decipher.update(sealed.subarray(0, end));
          decipher.final();
          return body.toString();
        } catch {
          return undefined;
        }
      },
    };
  }

  #keyFor(use: string, whose: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.#secret, whose, use, SECRET_BYTES)));
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - NUMBER_BYTES, NUMBER_BYTES);
  return nonce;
}

interface Accepted {
  text: string;
  /** Something that the sender told everybody before has not come here. */
  isAfterGap: boolean;
}

interface Known {
  seal: Seal;
  /** The number of the last entry that was read. */
  number: number;
  /** How many it had told everybody by then; undefined while anything may be the next. */
  broadcasts: number | undefined;
}

const HANDSHAKE_MS = 500;

/**
 * The last entry that this process has heard of each other one, so that an old entry played again changes nothing. A
 * process is known from its first entry by name: the name is new, so the entry is. None is ever forgotten.
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

  read(entry: RedisEntry): Accepted | Rejection {
    const { by, number, to } = entry;
    const known = this.#known.get(by);
    if (known && number <= known.number) return 'repeated';
    const seal = known?.seal ?? this.#secrets.sealOf(by);
    const text = seal.open(entry, entry.sealed);
    // Somebody has led an entry for another process astray.
    if (text === undefined || !(isToEverybody(to) || to === 'rooms' || to === this.#me))
      return 'forged';
    if (known) return { text, isAfterGap: this.#moveOn(known, entry) };
    if (to !== this.#me) return 'stranger';
    this.#known.set(by, { seal, number, broadcasts: entry.broadcasts });
    this.#onMet();
    return { text, isAfterGap: false };
  }

  /** Redis passes on to this process from here on: what was told everybody before may never come. */
  beginAnew(): void {
    for (const known of this.#known.values()) known.broadcasts = undefined;
  }

  /** Settles once all of them have made themselves known, or after a while: one that has died does not. */
  async handshake(names: string[]): Promise<void> {
    const isDone = () => names.every((name) => this.#known.has(name));
    if (isDone()) return;
    await new Promise<void>((settle) => {
      const timer = setTimeout(settle, HANDSHAKE_MS);
      this.#onMet = () => {
        if (!isDone()) return;
        clearTimeout(timer);
        settle();
      };
    });
    this.#onMet = () => {};
  }

  #moveOn(known: Known, { by, number, broadcasts, to }: RedisEntry): boolean {
    known.number = number;
    // Its own do not all come here.
    if (by === this.#me) return false;
    const before = known.broadcasts;
    known.broadcasts = broadcasts;
    return before !== undefined && broadcasts !== before + (isToEverybody(to) ? 1 : 0);
  }
}

const LOGGED_A_MINUTE = 1;
// A process that this one has lost sight of is asked who it is, but not for each of its entries.
const ASKED_A_SECOND = 1;

/** Entries that are not done: counted, told in the log once in a while, and their senders asked who they are. */
export class Rejections {
  readonly counts: Record<Rejection, number> = { forged: 0, repeated: 0, stranger: 0 };
  readonly #log: FastifyBaseLogger;
  readonly #ask: (name: string) => void;
  readonly #logPace = tokenBucket({ aSecond: LOGGED_A_MINUTE / 60, burst: 1 });
  readonly #askPace = tokenBucket({ aSecond: ASKED_A_SECOND, burst: 1 });

  constructor(log: FastifyBaseLogger, ask: (name: string) => void) {
    this.#log = log;
    this.#ask = ask;
  }

  add(reason: Rejection, by = ''): void {
    this.counts[reason]++;
    if (reason === 'stranger' && this.#askPace(by) === 0) this.#ask(by);
    if (this.#logPace('log') > 0) return;
    const rejected = { ...this.counts };
    this.#log.warn({ rejected }, 'entries that no other process has just written are in Redis');
  }
}

// Twice the time after which every process looks at the database for sessions that have ended.
const TIMEOUT_MS = 1_000;

interface Waiting {
  /** Unknown until Redis has answered. */
  names: string[] | undefined;
  confirmed: Set<string>;
  settle: () => void;
}

/** Counts which processes have done a message that all of them must do. */
export class Confirmations {
  readonly #waiting = new Map<number, Waiting>();

  /** Settles once all have confirmed it, or after a while: a process that has not read it by then asks the database. */
  all(number: number, names: Promise<string[]>): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(), TIMEOUT_MS);
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        resolve();
      };
      const wait: Waiting = { names: undefined, confirmed: new Set(), settle };
      this.#waiting.set(number, wait);
      names.then(
        (known) => {
          wait.names = known;
          settleIfComplete(wait);
        },
        () => {},
      );
    });
  }

  confirm(number: number, name: string): void {
    const wait = this.#waiting.get(number);
    wait?.confirmed.add(name);
    if (wait) settleIfComplete(wait);
  }

  /** Settles what still waits. */
  close(): void {
    for (const { settle } of this.#waiting.values()) settle();
  }
}

function settleIfComplete({ names, confirmed, settle }: Waiting): void {
  if (names?.every((name) => confirmed.has(name))) settle();
}
