import { type Chip, chipEnd, type Draft } from './chips.ts';

export interface Span {
  start: number;
  end: number;
}

/** The text between `start` and `end` became `inserted`. */
export interface Change extends Span {
  inserted: string;
}

/** More facts about an edit: the two texts alone can be read in several ways. */
export interface EditHint {
  /** The selection before the edit. */
  selected: Span | null;
  /** Where the cursor is afterwards. */
  caret: number;
}

/** The change that made `after` of `before`. */
export function changeBetween(before: string, after: string, hint: EditHint): Change {
  return (
    replacing(before, after, hint.selected) ??
    endingAt(before, after, hint.caret) ??
    least(before, after)
  );
}

/** The selection gave way to what was typed or pasted. */
function replacing(before: string, after: string, selected: Span | null): Change | null {
  if (!selected) return null;
  const end = after.length - (before.length - selected.end);
  if (end < selected.start) return null;
  const isSo =
    after.startsWith(before.slice(0, selected.start)) && after.endsWith(before.slice(selected.end));
  return isSo ? { ...selected, inserted: after.slice(selected.start, end) } : null;
}

/** The cursor is where the change ends. */
function endingAt(before: string, after: string, caret: number): Change | null {
  const end = before.length - (after.length - caret);
  if (end < 0 || !before.endsWith(after.slice(caret))) return null;
  const start = commonStart(before.slice(0, end), after.slice(0, caret));
  return { start, end, inserted: after.slice(start, caret) };
}

function least(before: string, after: string): Change {
  const start = commonStart(before, after);
  let end = before.length;
  let to = after.length;
  while (end > start && to > start && before[end - 1] === after[to - 1]) {
    end -= 1;
    to -= 1;
  }
  return { start, end, inserted: after.slice(start, to) };
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

const touches =
  ({ start, end }: Span) =>
  (chip: Chip) =>
    chip.start < end && chipEnd(chip) > start;

/** The span grown over every chip that it would leave a part of. */
function overChips({ start, end }: Span, chips: readonly Chip[]): Span {
  return {
    start: Math.min(start, ...chips.map((chip) => chip.start)),
    end: Math.max(end, ...chips.map(chipEnd)),
  };
}

/** The draft after a change; a chip that it touches goes as a whole (rules/mentions 9). */
export function applyChange(draft: Draft, change: Change): Draft & { caret: number } {
  const broken = draft.chips.filter(touches(change));
  const { start, end } = overChips(change, broken);
  const by = change.inserted.length - (end - start);
  return {
    text: draft.text.slice(0, start) + change.inserted + draft.text.slice(end),
    chips: draft.chips
      .filter((chip) => !broken.includes(chip))
      .map((chip) => (chip.start >= end ? { ...chip, start: chip.start + by } : chip)),
    caret: start + change.inserted.length,
  };
}

/** The text that an edit of the kind `inputType` has to remove, so that no chip is cut in pieces. */
export function spanToEdit(draft: Draft, selected: Span, inputType: string): Span {
  const isDeletion = /^delete(Content|Word)(Backward|Forward)$/.exec(inputType);
  let reach = selected;
  if (isDeletion && selected.start === selected.end) {
    const isBackward = isDeletion[2] === 'Backward';
    // The character that it would take, on the one side or on the other.
    reach = isBackward
      ? { start: selected.start - 1, end: selected.end }
      : { start: selected.start, end: selected.end + 1 };
  }
  const touched = draft.chips.filter(touches(reach));
  return touched.length === 0 ? selected : overChips(selected, touched);
}
