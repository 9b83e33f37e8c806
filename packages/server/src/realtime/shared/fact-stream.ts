import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createConfirmations } from './confirmations.ts';
import type { SharedRedis } from './open-redis.ts';
import { openRoll } from './roll.ts';

/** Something that every process is to do: a verb of the realtime with what it is given. */
export type Fact = [verb: string, ...given: unknown[]];

/** One order of facts for all processes: each hears the others' and its own from the same stream. */
export interface FactStream {
  tell(fact: Fact): void;
  /** Settles once every process has done it; when some cannot be heard of, after a while. */
  tellSurely(fact: Fact): Promise<void>;
  /** True while facts do not get through to other processes, or theirs to here. */
  isCutOff(): boolean;
  close(): Promise<void>;
}

export interface FactListener {
  hear(fact: Fact): void;
  /** Some facts of other processes will never be heard here. */
  missed(): void;
}

const STREAM = 'web-chat:facts';
// Some ten seconds of the busiest hour; who is further behind has missed some and is told so.
const MOST_KEPT = 10_000;
const MOST_READ = 500;
// Own facts wait no longer than this for their place in the common order.
const PATIENCE_MS = 500;
const AGAIN_MS = 250;
const MOST_PROCESSES = 1_000;
const EMPTY = '0-0';

// Tells nothing but its number, by which others notice that they have missed what came before it.
const HERE: Fact = ['here'];
// What an entry may carry besides its fact: it wants to be confirmed, or confirms another one.
const CONFIRM = 'confirm';
const DONE = 'done';

/**
 * Facts in one Redis stream. Each carries its process's next number, so whatever is lost on the way (a Redis that was
 * away or lost its data, a reader too far behind) shows as a gap. What cannot be sent is done here all the same.
 */
export async function openFactStream(
  { commands, reader, readMs }: SharedRedis,
  listener: FactListener,
  log: FastifyBaseLogger,
): Promise<FactStream> {
  const me = randomUUID();
  const roll = openRoll({ commands }, me);
  const confirmations = createConfirmations();
  let told = 0;
  // Own facts that have not come back yet, by their numbers.
  const pending = new Map<number, { fact: Fact; since: number }>();
  // Of each other process, the number of its last fact heard.
  const heard = new Map<string, number>();
  let isReading = true;
  let hasFailed = false;
  let isClosed = false;
  await roll.enter();
  let position = await lastId();

  async function lastId(): Promise<string> {
    const [last] = await commands.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    return last?.[0] ?? EMPTY;
  }

  function hear(fact: Fact): void {
    if (fact[0] === HERE[0]) return;
    try {
      listener.hear(fact);
    } catch (error) {
      log.error({ err: error, verb: fact[0] }, 'a fact could not be told');
    }
  }

  function hearOwn(upTo: number): void {
    for (const [number, { fact }] of pending) {
      if (number > upTo) return;
      pending.delete(number);
      hear(fact);
      confirmations.confirm(number, me);
    }
  }

  function tell(fact: Fact, ...more: string[]): number {
    const number = ++told;
    pending.set(number, { fact, since: Date.now() });
    const entry = ['by', me, 'number', number, 'fact', JSON.stringify(fact), ...more];
    commands.xadd(STREAM, 'MAXLEN', '~', MOST_KEPT, '*', ...entry).then(
      () => {
        hasFailed = false;
        if (!isReading) hearOwn(number);
      },
      () => {
        hasFailed = true;
        hearOwn(number);
      },
    );
    return number;
  }

  /** Throws when Redis has lost the roll: whoever is not back on it yet would not be waited for. */
  async function everybody(): Promise<string[]> {
    const names = await roll.names();
    if (!names.includes(me)) throw new Error('the roll is lost');
    return names;
  }

  /** What another process's entry carries besides its fact. */
  function takeMore(by: string, number: string, more: string, value: string): void {
    if (more === CONFIRM) tell(HERE, DONE, `${by}:${number}`);
    const [whose, which] = value.split(':');
    if (more === DONE && whose === me) confirmations.confirm(Number(which), by);
  }

  function take([, by, , number, , fact, more, value]: string[]): void {
    if (by === me) {
      hearOwn(Number(number));
      return;
    }
    const last = heard.get(by as string);
    heard.delete(by as string);
    heard.set(by as string, Number(number));
    if (heard.size > MOST_PROCESSES) heard.delete(heard.keys().next().value as string);
    hear(JSON.parse(fact as string) as Fact);
    if (more) takeMore(by as string, number as string, more, value as string);
    if (last !== undefined && Number(number) > last + 1) listener.missed();
  }

  /** After an interruption: on from where it was, if the stream still knows that place. */
  async function resume(): Promise<void> {
    await roll.enter();
    const isKnown =
      position === EMPTY || (await reader.xrange(STREAM, position, position)).length > 0;
    if (!isKnown) {
      position = await lastId();
      heard.clear();
      listener.missed();
    }
    isReading = true;
  }

  async function readOn(): Promise<void> {
    if (!isReading) await resume();
    const wait = ['COUNT', MOST_READ, 'BLOCK', readMs, 'STREAMS'] as const;
    const [stream] = (await reader.xread(...wait, STREAM, position)) ?? [];
    for (const [id, fields] of stream?.[1] ?? []) {
      position = id;
      take(fields);
    }
  }

  async function readAll(): Promise<void> {
    while (!isClosed) {
      try {
        await readOn();
      } catch {
        isReading = false;
        hearOwn(told);
        if (!isClosed) await pause(AGAIN_MS);
      }
    }
  }

  const watching = setInterval(() => {
    if (hasFailed) tell(HERE);
    const late = Date.now() - PATIENCE_MS;
    for (const [number, { since }] of pending) {
      if (since > late) return;
      hearOwn(number);
    }
  }, AGAIN_MS);
  const reading = readAll();
  tell(HERE);

  return {
    tell: (fact) => void tell(fact),
    tellSurely: (fact) => confirmations.all(tell(fact, CONFIRM, ''), everybody()),
    isCutOff: () => hasFailed || !isReading,
    async close() {
      isClosed = true;
      clearInterval(watching);
      confirmations.close();
      await roll.close();
      reader.disconnect();
      await reading;
      hearOwn(told);
    },
  };
}
