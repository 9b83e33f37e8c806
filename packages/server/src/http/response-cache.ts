import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { required } from '@chat/contract/checks';
import type { ContentOf, Route } from '@chat/contract/route';
import { LRUCache } from 'lru-cache';
import {
  type Answer,
  EncodedAnswer,
  type Encoding,
  encodeAtOneGo,
  encodingFor,
  envelope,
} from './answer.ts';
import type { Call } from './route.ts';

/** An answer, and what the database said when it was made. */
export interface Made<Content, State> {
  answer: Answer<Content>;
  /** Undefined: the answer is not to be kept. */
  state: State | undefined;
}

/** A read whose answers are kept as bytes, and given again while the database says the same. */
interface CachedRead<R extends Route, State extends object> {
  /** By which an answer is known, the same for all who may have it; undefined: it is not kept. */
  keyOf(call: Call<R>): string | undefined;
  /** Asks the database whether the caller may read, and whether `known` still holds; returns nothing where it does. */
  read(call: Call<R>, known: State | undefined): Promise<Made<ContentOf<R>, State> | undefined>;
}

interface Reusable<State> {
  state: State;
  /** Undefined while it changes between any two reads: to ask after it would only come on top of reading it. */
  answer: EncodedAnswer | undefined;
}

const MAX_BYTES = 8_000_000;
const BYTES_BESIDE = 2_000;
// Reading, writing and compressing so many rows are a turn of the event loop each.
const LONG_LIST = 250;
// Versions of rows are numbers of transactions, and a database has four thousand million before it begins again.
const MAX_AGE_MS = 3_600_000;

/** Returns what handles the calls of such a read. */
export function cacheResponses<R extends Route, State extends object>({
  keyOf,
  read,
}: CachedRead<R, State>): (call: Call<R>) => Promise<Answer<ContentOf<R>> | EncodedAnswer> {
  const kept = new LRUCache<string, Reusable<State>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => (answer?.bytes.length ?? 0) + BYTES_BESIDE,
    ttl: MAX_AGE_MS,
  });
  return async (call) => {
    const name = keyOf(call);
    if (name === undefined) return required(await read(call, undefined), 'answer').answer;
    const encoding = encodingFor(call.request);
    const key = `${encoding} ${name}`;
    const known = kept.get(key);
    const made = await read(call, known?.answer && known.state);
    if (!made) return required(known?.answer, 'kept answer');
    const { answer, state } = made;
    if (!state) return answer;
    const isSteady = !known || isDeepStrictEqual(state, known.state);
    const encoded = isSteady ? await encodedAnswer(answer, encoding) : undefined;
    kept.set(key, { state, answer: encoded });
    return encoded ?? answer;
  };
}

async function encodedAnswer<Content>(
  answer: Answer<Content>,
  wanted: Encoding,
): Promise<EncodedAnswer | undefined> {
  const isLong = answer.rows > LONG_LIST;
  if (isLong) await nextTurn();
  const json = Buffer.from(JSON.stringify(envelope(answer, 200)));
  if (isLong) await nextTurn();
  const encoded = encodeAtOneGo(json, wanted);
  return encoded && new EncodedAnswer(encoded.bytes, encoded.encoding, answer.rows);
}
