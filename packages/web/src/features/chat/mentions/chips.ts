import type { Mention, Message } from '@chat/contract/messages';

/** A mention as it stands in a text that is being written: `@` and the e-mail, from `start` on. */
export interface Chip extends Mention {
  start: number;
}

/** A text that is being written, with its chips in their order. */
export interface Draft {
  text: string;
  chips: readonly Chip[];
}

/** Where a draft stays while it is being written, and by which name. */
export interface DraftPlace {
  key: string;
  read: () => Draft;
  write: (draft: Draft) => void;
}

export const emptyDraft: Draft = { text: '', chips: [] };

export const chipText = ({ email }: Mention): string => `@${email}`;

export const chipEnd = (chip: Chip): number => chip.start + chipText(chip).length;

const stands = (text: string, chip: Chip) =>
  text.slice(chip.start, chipEnd(chip)) === chipText(chip);

/** The text with its chips. */
export function toDraft(text: string, chips: readonly Chip[]): Draft {
  return { text, chips: chips.filter((chip) => stands(text, chip)) };
}

export function withChip({ text, chips }: Draft, chip: Chip): Draft {
  return toDraft(
    text,
    [...chips, chip].sort((one, other) => one.start - other.start),
  );
}

/** The users who are mentioned, each once however often the text names them (rules/mentions 10). */
export function mentionsIn({ chips }: Draft): Mention[] {
  const byId = new Map(chips.map(({ uuid, email }) => [uuid, { uuid, email }]));
  return [...byId.values()];
}

interface DraftPiece {
  text: string;
  start: number;
  isChip: boolean;
}

/** The text cut at the edges of its chips. */
export function draftPieces({ text, chips }: Draft): DraftPiece[] {
  const pieces: DraftPiece[] = [];
  let from = 0;
  for (const chip of chips) {
    pieces.push({ text: text.slice(from, chip.start), start: from, isChip: false });
    pieces.push({ text: chipText(chip), start: chip.start, isChip: true });
    from = chipEnd(chip);
  }
  pieces.push({ text: text.slice(from), start: from, isChip: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** The pattern of a mention: no e-mail is longer, and its two parts have no other characters. */
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

/** A message as one would have typed it, with its chips. */
export function draftOf({ content, mentions }: Pick<Message, 'content' | 'mentions'>): Draft {
  const byText = new Map(mentions.map((mention) => [chipText(mention), mention]));
  const chips = findMentions(content, mentions).flatMap(({ start, text }) => {
    const mention = byText.get(text);
    return mention ? [{ ...mention, start }] : [];
  });
  return toDraft(content, chips);
}
