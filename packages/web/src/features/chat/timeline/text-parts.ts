import type { Mention } from '@chat/contract/messages/messages.schema';
import { find } from 'linkifyjs';
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

const WEB = /^https?:\/\//i;
/** What every link has somewhere; the search for links is dear, and most texts hold none. */
const HINT = /\.\p{L}{2}|:\/\//u;

/** The text in pieces: mentions of the people named, http and https links, and the rest as it stands (rules/messages 29). */
export function textParts(content: string, mentions: readonly Mention[]): TextPart[] {
  if (mentions.length === 0) return withLinks(content);
  const parts: TextPart[] = [];
  let from = 0;
  for (const mention of findMentions(content, mentions)) {
    parts.push(...withLinks(content.slice(from, mention.start)));
    parts.push({ kind: 'mention', text: mention.text, userId: mention.userId });
    from = mention.start + mention.text.length;
  }
  return [...parts, ...withLinks(content.slice(from))];
}

function withLinks(text: string): TextPart[] {
  if (!text.includes('.') || !HINT.test(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const parts: TextPart[] = [];
  let from = 0;
  for (const { value, href, start, end } of linksIn(text)) {
    if (start > from) parts.push({ kind: 'text', text: text.slice(from, start) });
    parts.push(linkPart(value, href));
    from = end;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

const linksIn = (text: string) =>
  find(text, 'url', { defaultProtocol: 'https' })
    .filter(({ href }) => WEB.test(href))
    .slice(0, MAX_LINKS);

function linkPart(text: string, href: string): TextPart {
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
