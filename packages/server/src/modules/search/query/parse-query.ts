import { fold, tokensOf } from '@chat/spanish/forms';
import { startOfNamedDay } from '../../../shared/days.ts';

type Kind = 'file' | 'image' | 'video' | 'audio' | 'link';

/** `parts` are folded words that stand side by side; a word has several where it has signs inside. */
export type Term =
  | { kind: 'word'; parts: string[]; isLast: boolean }
  | { kind: 'phrase'; parts: string[] };

/** A parsed query; `from` and `in` are folded, `since` is included, `until` is not. */
export interface Query {
  terms: Term[];
  excluded: Term[];
  from: string[];
  in: string[];
  has: Kind[];
  since: Date | null;
  until: Date | null;
}

const KINDS: Record<string, Kind> = {
  archivo: 'file',
  archivos: 'file',
  imagen: 'image',
  imagenes: 'image',
  video: 'video',
  videos: 'video',
  audio: 'audio',
  audios: 'audio',
  enlace: 'link',
  enlaces: 'link',
};

/** Reads what somebody typed; whatever is no operator with a value that it knows is text, so that nothing fails. */
export function parseQuery(q: string, timeZone: string, now: Date = new Date()): Query {
  const query: Query = {
    terms: [],
    excluded: [],
    from: [],
    in: [],
    has: [],
    since: null,
    until: null,
  };
  for (const item of readItems(q)) {
    if (applyFilter(query, item, timeZone, now)) continue;
    const term = termOf(item);
    if (term) (item.isExcluded ? query.excluded : query.terms).push(term);
  }
  const last = query.terms.at(-1);
  if (last?.kind === 'word') last.isLast = true;
  return { ...query, terms: withoutRepeats(query.terms), excluded: withoutRepeats(query.excluded) };
}

/** A term that is said again asks for nothing more. */
const withoutRepeats = (terms: Term[]): Term[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

function termOf({ text, isPhrase }: Item): Term | undefined {
  const parts = tokensOf(text).map(({ word }) => word);
  if (parts.length === 0) return undefined;
  return isPhrase ? { kind: 'phrase', parts } : { kind: 'word', parts, isLast: false };
}

/** Whether the item is a filter. Filters of one kind widen: of two dates the one that takes in more counts. */
function applyFilter(query: Query, item: Item, timeZone: string, now: Date): boolean {
  const value = fold(item.value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (value === '' || item.isExcluded) return false;
  switch (item.operator) {
    case 'de':
      return add(query.from, value);
    case 'en':
      return add(query.in, value);
    case 'tiene':
      return Object.hasOwn(KINDS, value) && add(query.has, KINDS[value]);
    case 'antes':
    case 'despues':
      return applyDay(query, item.operator, startOfNamedDay(value, timeZone, now));
    default:
      return false;
  }
}

function add<Value>(values: Value[], value: Value | undefined): boolean {
  if (value === undefined) return false;
  if (!values.includes(value)) values.push(value);
  return true;
}

function applyDay(query: Query, operator: 'antes' | 'despues', day: Date | undefined): boolean {
  if (!day) return false;
  if (operator === 'antes' && (!query.until || query.until < day)) query.until = day;
  if (operator === 'despues' && (!query.since || query.since > day)) query.since = day;
  return true;
}

/** A piece between blanks in a query; `text` is all that counts where operator and value make no filter. */
interface Item {
  isExcluded: boolean;
  isPhrase: boolean;
  text: string;
  operator?: string;
  value?: string;
}

// Phones and word processors turn quotes into curved ones.
const CURVED_QUOTES = /[“”„‟«»＂]/g;
const ITEM =
  /(?<excluded>-?)(?:"(?<phrase>[^"]*)"|(?<text>(?<operator>\p{L}[\p{L}\p{M}]*):(?:"(?<quoted>[^"]*)"|(?<value>\S+))|\S+))/gu;

/** An opening quote that nothing closes is a plain character of its word. */
function* readItems(q: string): Generator<Item> {
  for (const { groups = {} } of q.replace(CURVED_QUOTES, '"').matchAll(ITEM)) {
    const { excluded, phrase, text = '', operator, quoted, value } = groups;
    yield {
      isExcluded: excluded === '-',
      isPhrase: phrase !== undefined,
      text: phrase ?? text,
      ...(operator !== undefined && {
        operator: fold(operator),
        value: quoted ?? value?.replaceAll('"', '') ?? '',
      }),
    };
  }
}
