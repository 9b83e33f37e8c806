/** Links in a text: the page draws them, and the search finds messages that have one. */

export interface FoundLink {
  start: number;
  text: string;
  /** The target address, http or https only. */
  href: string;
}

/** Browsers and Node.js both have `URL`. */
declare const URL: new (href: string) => { hostname: string };

/** The shortest piece of text that can be an address. */
const WORD = /[\p{L}\p{N}\p{M}_.@%+-]+/gu;
const SCHEME = /(?:^|[^\p{L}\p{N}])(https?)$/iu;
/** The text after `://` and before the path: user and host. Brackets enclose an IPv6 address. */
const AUTHORITY =
  /(?:[^\s<>"«»“”()[\]{}\\^|`/?#@]*@)*(?:\[[\da-f:.]+\](?::\d+)?|[^\s<>"«»“”()[\]{}\\^|`/?#@]+)/iuy;
const ENDS_ADDRESS = /[\s<>"«»“”\\`]/;
/** A mark at the end of an address belongs to the sentence. */
const END_MARK = /[.,;:!?…'’*–—]/;

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]*[\\p{L}\\p{N}\\p{M}])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)+\\p{L}{2,}$`, 'u');
const LONGEST_NAME = 253;
/**
 * A name that starts with `www.` or has one of these endings is an address even without a path: no word or file name
 * does.
 */
const SAYS_IT = /^www\..+\.|\.(?:com|org)$/i;
/**
 * A name with one of these endings and a path is an address. Words such as 'no', 'si', 'me' and 'la' are not among
 * them.
 */
const ENDINGS = new Set(
  `com org net edu gov int info biz app dev io ai cloud online shop store tech site page link eus cat gal es eu pt fr
  de it uk ie nl be ch at pl ro gr fi dk us ca mx ar co cl pe uy ec bo py cr gt hn sv pr cu ve br jp cn in au`.split(
    /\s+/,
  ),
);
const PORT = /:\d{1,5}(?![\p{L}\p{N}])/uy;

/** Yields links in order and on demand, in time linear in the length of the text. */
export function* linksIn(text: string): Generator<FoundLink> {
  // Fast path: most texts have no link.
  if (!text.includes('.') && !text.includes('://')) return;
  let brackets: Brackets | undefined;
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index < from) continue;
    const beginning = beginningOf(text, word, index);
    if (!beginning) continue;
    brackets ??= pairBrackets(text);
    from = endOf(text, beginning, brackets);
    const found = text.slice(beginning.start, from);
    const href = beginning.isNamed ? `https://${found}` : found;
    if (leadsSomewhere(href)) yield { start: beginning.start, text: found, href };
  }
}

/** The start of an address and its shortest possible extent. */
interface Beginning {
  start: number;
  /** The index after user and host. */
  pathFrom: number;
  isNamed: boolean;
}

function beginningOf(text: string, word: string, index: number): Beginning | undefined {
  const end = index + word.length;
  if (!text.startsWith('://', end)) return nameIn(text, word, index);
  const scheme = SCHEME.exec(word)?.[1];
  AUTHORITY.lastIndex = end + 3;
  if (!scheme || !AUTHORITY.test(text)) return undefined;
  return { start: end - scheme.length, pathFrom: AUTHORITY.lastIndex, isNamed: false };
}

/** An address without a scheme that nobody can mistake for a word. */
function nameIn(text: string, word: string, index: number): Beginning | undefined {
  // The word ends a path or another scheme.
  if (/[/\\]/.test(text[index - 1] ?? '')) return undefined;
  let [first, last] = [0, word.length];
  while (/[._-]/.test(word[first] ?? '')) first += 1;
  while (/[._-]/.test(word[last - 1] ?? '')) last -= 1;
  const name = word.slice(first, last);
  if (name.length > LONGEST_NAME || !NAME.test(name)) return undefined;
  PORT.lastIndex = index + last;
  const pathFrom = PORT.test(text) ? PORT.lastIndex : index + last;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const isOne = SAYS_IT.test(name) || (ENDINGS.has(ending) && text[pathFrom] === '/');
  return isOne ? { start: index + first, pathFrom, isNamed: true } : undefined;
}

/** An address ends before a bracket whose other half is outside the address. */
function endOf(text: string, { start, pathFrom }: Beginning, brackets: Brackets): number {
  let end = pathFrom;
  if (/[/?#]/.test(text[end] ?? '')) {
    while (end < text.length && !ENDS_ADDRESS.test(text[end] ?? '')) {
      if ((brackets.get(end) ?? end) < start) break;
      end += 1;
    }
  }
  while (end > start && END_MARK.test(text[end - 1] ?? '')) end -= 1;
  return end;
}

/** For each bracket the index of its other half; -1 without another half before the next white space. */
type Brackets = Map<number, number>;

const HALVES = '()[]{}';

function pairBrackets(text: string): Brackets {
  const pairs: Brackets = new Map();
  let open: number[][] = [[], [], []];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (ENDS_ADDRESS.test(sign)) open = [[], [], []];
    const half = HALVES.indexOf(sign);
    if (half === -1) continue;
    const ofKind = open[half >> 1];
    const other = half % 2 === 1 ? ofKind?.pop() : undefined;
    pairs.set(at, other ?? -1);
    if (other !== undefined) pairs.set(other, at);
    else if (half % 2 === 0) ofKind?.push(at);
  }
  return pairs;
}

/** A browser can follow the link, and its host has more than punctuation. */
function leadsSomewhere(href: string): boolean {
  try {
    return /[a-z\d]/i.test(new URL(href).hostname);
  } catch {
    return false;
  }
}
