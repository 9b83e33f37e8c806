import type { Mention } from '@chat/contract/messages';

/** What a mention may be: no e-mail is longer, and the two parts of none hold anything else. */
const CANDIDATE = /@[^@\s]{1,254}@[\w.-]{1,254}/g;

interface FoundMention {
  start: number;
  text: string;
  userId: string;
}

/** Where a text names the people mentioned: each place is looked at once and asked of a map, however many they are. */
export function findMentions(content: string, mentions: readonly Mention[]): FoundMention[] {
  const userIds = new Map(mentions.map(({ uuid, email }) => [`@${email}`, uuid]));
  const lengths = new Set([...userIds.keys()].map(({ length }) => length));
  const isKnown = (text: string) => lengths.has(text.length) && userIds.has(text);
  const found: FoundMention[] = [];
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(content); match; match = CANDIDATE.exec(content)) {
    const [candidate] = match;
    const text = longestOf(candidate, isKnown);
    const userId = text && userIds.get(text);
    if (text && userId) found.push({ start: match.index, text, userId });
    // The second `@` of one that is none may begin another.
    CANDIDATE.lastIndex = match.index + (text?.length ?? candidate.indexOf('@', 1));
  }
  return found;
}

/** The longest known beginning that ends as a word does: the longer address is not cut short. */
function longestOf(candidate: string, isKnown: (text: string) => boolean): string | undefined {
  for (let end = candidate.length; end > 0; end = candidate.lastIndexOf('.', end - 1)) {
    const text = candidate.slice(0, end);
    if (isKnown(text)) return text;
  }
  return undefined;
}
