import { type FoundLink, linksIn } from '@chat/contract/links';
import type { Mention } from '@chat/contract/messages';
import { findMentions } from '../mentions/chips.ts';

/** A piece of a message's text, as it is drawn. */
export type TextPart =
  | { kind: 'text'; text: string }
  /** `host`: where it leads, when its text may say something else. */
  | { kind: 'link'; text: string; href: string; host?: string }
  | { kind: 'mention'; text: string; userId: string };

/** More than anybody follows; each is a part of the page. */
const MAX_LINKS = 200;

/** The text in pieces: mentions of the people named, http and https links, and the rest (rules/messages 29). */
export function textParts(content: string, mentions: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const add = (start: number, part: TextPart) => {
    if (start > from) parts.push({ kind: 'text', text: content.slice(from, start) });
    parts.push(part);
    from = start + part.text.length;
  };
  const links = firstLinks(content);
  const named = mentions.length === 0 ? [] : findMentions(content, mentions);
  for (const { start, text, userId } of named) {
    while (links[0] && links[0].start <= start) addLink(links.shift());
    // The piece of an address.
    if (start >= from) add(start, { kind: 'mention', text, userId });
  }
  for (const link of links) addLink(link);
  function addLink(link: FoundLink | undefined) {
    if (link && link.start >= from) add(link.start, linkPart(link));
  }
  if (from < content.length) parts.push({ kind: 'text', text: content.slice(from) });
  return parts;
}

function firstLinks(text: string): FoundLink[] {
  const links: FoundLink[] = [];
  for (const link of linksIn(text)) {
    if (links.push(link) === MAX_LINKS) break;
  }
  return links;
}

function linkPart({ text, href }: FoundLink): TextPart {
  const url = urlOf(href);
  if (!url) return { kind: 'text', text };
  const host = realHost(text, url);
  return { kind: 'link', text, href, ...(host !== undefined && { host }) };
}

const SIGN =
  '(?:\\p{Emoji_Modifier_Base}\\p{EMod}|(?!\\p{RI})\\p{Emoji_Presentation}\\uFE0F?|\\p{Emoji}\\uFE0F)';
/** `\p{RGI_Emoji}` for the oldest browsers that the page is built for: flags, keys, and what is joined of signs. */
const EMOJI = `(?:\\p{RI}{2}|[0-9#*]\\uFE0F\\u20E3|${SIGN}(?:\\u200D${SIGN})*[\\u{E0020}-\\u{E007F}]*)`;

let fewEmoji: RegExp | undefined;
// Built as it is needed: making ready to know them all takes long.
const isMadeOfFew = (text: string) => {
  fewEmoji ??= new RegExp(`^(?:${EMOJI}\\s*){1,3}$`, 'u');
  return fewEmoji.test(text);
};
/** Each emoji has a sign from here on; most texts have none. */
const FAR_SIGN = /[\u2000-\uffff]/;
const WORD = /[a-z]/i;

/** Up to three emoji and nothing else speak louder than text. */
export const isFewEmoji = (content: string): boolean =>
  content.length <= 60 &&
  FAR_SIGN.test(content) &&
  !WORD.test(content) &&
  isMadeOfFew(content.trim());

const SCHEME = /^https?:\/\//i;
/** A host in the letters of the company's own language; those of others may look like them. */
const PLAIN = /^(?:[a-z0-9áàéèíïóòúüñç·._-]+|\[[\da-f:.]+\])(?=[/?#:]|$)/i;
/** Signs that reverse the direction of the text after them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Undefined for what no browser can follow. */
function urlOf(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}

/** Where a link leads, in plain ASCII, when its text may say something else; undefined when the text says it. */
function realHost(text: string, { hostname, username, password }: URL): string | undefined {
  const shown = PLAIN.exec(text.replace(SCHEME, ''))?.[0].toLowerCase();
  const isShown = shown === hostname || (shown && urlOf(`https://${shown}`)?.hostname === hostname);
  // A number is an address to a browser, but not to a reader.
  const isNumber = /^\d+$/.test(shown ?? '');
  const saysIt = isShown && !isNumber && !username && !password && !DIRECTIONS.test(text);
  return saysIt ? undefined : hostname;
}

/** More marks on one letter than any script has; what is beyond costs a browser as much as the square of them. */
const MARKS = 64;
const ENDLESS_MARKS = new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, 'gu');

/** The text with no more marks on a letter than can be drawn. */
export const drawable = (content: string): string =>
  content.length > MARKS ? content.replace(ENDLESS_MARKS, '$1') : content;

/** More changes of direction than words can make: a browser draws each run by itself. */
const TURNS = 2_500;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+/gu;

/** Its directions make no sense any more: it is drawn in one. */
export const turnsEndlessly = (content: string): boolean =>
  content.length > 2 * TURNS && (content.match(RIGHT_TO_LEFT)?.length ?? 0) > TURNS;

/** In lines, what is shown of a tall text until its reader asks for more. */
export const FOLDED_LINES = 24;
const MANY_BREAKS = FOLDED_LINES + 6;
const MANY_LETTERS = 4_000;
/** As wide as a line, or as a word. */
const WIDE = /[\ufdfd\u{12000}-\u{1254f}]/gu;
const WIDTH_OF_WIDE = 20;

/** Signs that are drawn over and under their letters and take no room. */
const ROOMLESS = /[\p{Mn}\p{Me}]+/gu;

/** Without what takes no room of its own. */
export const withoutMarks = (content: string): string => content.replace(ROOMLESS, '');

/** Whether so much of it would push all other messages off the screen (rules/messages 37). */
export function isTall(content: string): boolean {
  // Most texts are short.
  if (content.length <= MANY_BREAKS) return false;
  if (content.split('\n', MANY_BREAKS + 2).length - 1 > MANY_BREAKS) return true;
  const wide = content.match(WIDE)?.length ?? 0;
  if (content.length + wide * WIDTH_OF_WIDE <= MANY_LETTERS) return false;
  return withoutMarks(content).length + wide * WIDTH_OF_WIDE > MANY_LETTERS;
}
