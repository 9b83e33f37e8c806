/** Messages of a block, by their numbers in their chat. */
export const BLOCK = 32;
export const blockOf = (seq: number): number => Math.floor(seq / BLOCK);

/**
 * A question to a block of messages, as bits of a filter: each key sets some, and where one of them is missing
 * the block has not that key. The bits of all keys lie wherever their hashes say, modulo how many bits the block has.
 */
export interface Key {
  /** Two hashes, from which those of all its bits follow. */
  one: number;
  other: number;
  bits: number;
}

// The more bits, the seldomer a block is read in vain: many forms may be asked for, and a part has several keys.
const BITS = { form: 8, pair: 6, gram: 3 } as const;
type Kind = keyof typeof BITS;
const SEEDS: Record<Kind, number> = { form: 0x811c9dc5, pair: 0x1b873593, gram: 0x2545f491 };
const FNV_PRIME = 0x01000193;
/** A part is known by all its runs of three and of four letters. */
const GRAMS = [3, 4] as const;
/** Two letters that a word begins with are a run, too. */
const BEGINNING = '^';

function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

function keyOf(kind: Kind, text: string, from = 0, to = text.length): Key {
  let hash = SEEDS[kind];
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return { one: mix(hash), other: mix(hash ^ 0x9e3779b9) | 1, bits: BITS[kind] };
}

export const formKey = (form: string): Key => keyOf('form', form);
export const pairKey = (one: string, other: string): Key => keyOf('pair', `${one} ${other}`);
export const beginningKey = (word: string): Key => keyOf('gram', BEGINNING + word.slice(0, 2));

/** The keys of all runs of so many letters in a word. */
export function gramKeys(word: string, letters: number): Key[] {
  const count = Math.max(0, word.length - letters + 1);
  return Array.from({ length: count }, (_, at) => keyOf('gram', word, at, at + letters));
}

/** The hashes of a key's bits, of which each is to be taken modulo the number of bits. */
export const hashesOf = ({ one, other, bits }: Key): number[] =>
  Array.from({ length: bits }, (_, n) => (one + Math.imul(n, other)) & 0x7fffffff);

/** Each key once. Two with the same hashes are one, whose bits are those of both. */
export class Keys {
  readonly #keys = new Map<number, Key>();

  add(key: Key): void {
    const same = this.#keys.get(key.one);
    if (!same || same.bits < key.bits) this.#keys.set(key.one, key);
  }

  get all(): Key[] {
    return [...this.#keys.values()];
  }
}

/** All keys of a message: of its forms and marks, of the pairs of its words, of the runs of letters in them. */
export function keysOf(words: readonly string[], lexemes: Iterable<string>): Key[] {
  const keys = new Keys();
  for (const lexeme of lexemes) keys.add(formKey(lexeme));
  const pairs = new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
  for (const pair of pairs) keys.add(keyOf('pair', pair));
  for (const word of new Set(words)) {
    keys.add(beginningKey(word));
    for (const letters of GRAMS) {
      for (let at = 0; at + letters <= word.length; at++) {
        keys.add(keyOf('gram', word, at, at + letters));
      }
    }
  }
  return keys.all;
}
