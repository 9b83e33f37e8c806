import { type FoundLink, linksIn } from '@chat/contract/links';
import type { Mention } from '@chat/contract/messages';
import { findMentions } from '../mentions/find-mentions.ts';
import { realHost, urlOf } from './real-host.ts';

/** A piece of a message's text, as it is drawn. */
export type TextPart =
  | { kind: 'text'; text: string }
  /** `host`: where it leads, when its text may say something else. */
  | { kind: 'link'; text: string; href: string; host?: string }
  | { kind: 'mention'; text: string; userId: string };

/** More than anybody follows; each is a part of the page. */
const MAX_LINKS = 200;

/** The text in pieces: mentions of the people named, http and https links, and the rest as it stands (rules/messages 29). */
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
