import type { Mention } from '@chat/contract/messages/messages.schema';
import { find } from 'linkifyjs';

/** A piece of a message's text, as it is drawn. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; userId: string };

const WEB = /^https?:\/\//i;
/** What every link has somewhere; the search for links is dear, and most texts hold none. */
const HINT = /\.\p{L}{2}|:\/\//u;
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text in pieces: mentions of the people named, http and https links, and the rest as it stands (product §5). */
export function textParts(content: string, mentions: readonly Mention[]): TextPart[] {
  if (mentions.length === 0) return withLinks(content);
  const userIds = new Map(mentions.map(({ uuid, email }) => [`@${email}`, uuid]));
  const longestFirst = [...userIds.keys()].sort((one, other) => other.length - one.length);
  const chips = new RegExp(`(${longestFirst.map(literally).join('|')})(?![\\w-])`, 'g');
  return content.split(chips).flatMap((text): TextPart[] => {
    const userId = userIds.get(text);
    return userId === undefined ? withLinks(text) : [{ kind: 'mention', text, userId }];
  });
}

function withLinks(text: string): TextPart[] {
  if (!text.includes('.') || !HINT.test(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const parts: TextPart[] = [];
  let from = 0;
  for (const { value, href, start, end } of find(text, 'url', { defaultProtocol: 'https' })) {
    if (!WEB.test(href)) continue;
    if (start > from) parts.push({ kind: 'text', text: text.slice(from, start) });
    parts.push({ kind: 'link', text: value, href });
    from = end;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
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
