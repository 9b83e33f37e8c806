import type { Mention } from '@chat/contract/messages';

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

/** The text with those of the chips that stand in it. */
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
