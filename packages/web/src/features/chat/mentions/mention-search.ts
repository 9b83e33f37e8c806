import type { Participant } from '@chat/contract/groups';
import { fold } from '../../../shared/format/fold.ts';
import { chipEnd, type Draft } from './chips.ts';

/** What is being looked for: from the `@` at `start` to the cursor. */
export interface MentionQuery {
  start: number;
  text: string;
}

const WORD_BEFORE = /(?:^|\s)@(\S*)$/;

/** The search that the cursor stands in: `@` at the start, or after a space or newline (rules/mentions 5). */
export function mentionQueryAt({ text, chips }: Draft, caret: number): MentionQuery | null {
  const typed = WORD_BEFORE.exec(text.slice(0, caret))?.[1];
  if (typed === undefined) return null;
  const start = caret - typed.length - 1;
  const isChip = chips.some((chip) => chip.start < caret && chipEnd(chip) > start);
  return isChip ? null : { start, text: typed };
}

/** Those whose e-mail contains the text, whatever the case; first those that begin with it (rules/mentions 6). */
export function findParticipants(
  people: readonly Participant[],
  text: string,
  max: number,
): Participant[] {
  const wanted = fold(text);
  const place = ({ email }: Participant) => fold(email).indexOf(wanted);
  return people
    .map((person) => ({ person, place: place(person) }))
    .filter((found) => found.place >= 0)
    .sort(
      (one, other) =>
        Number(one.place > 0) - Number(other.place > 0) ||
        (one.person.email < other.person.email ? -1 : 1),
    )
    .slice(0, max)
    .map(({ person }) => person);
}
