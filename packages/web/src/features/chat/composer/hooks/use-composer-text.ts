import { type ChangeEvent, type RefObject, useCallback, useRef } from 'react';
import { useKeyedState } from '../../../../shared/hooks/use-keyed-state.ts';
import { type Chip, type Draft, type DraftPlace, withChip } from '../../mentions/chips.ts';
import { applyChange, changeBetween, type Span } from '../../mentions/edits.ts';
import { insertAtCursor, insertText } from '../insert-text.ts';
import { useDraft } from './use-draft.ts';
import { useOtherText } from './use-other-text.ts';
import { useWholeChips } from './use-whole-chips.ts';

export interface ComposerText {
  input: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  /** The same, for what happens twice before the next render. */
  latest: Readonly<RefObject<Draft>>;
  /** Null while the cursor is not in the text, or something is selected. */
  caret: number | null;
  setDraft: (draft: Draft) => void;
  /** Puts text where the cursor is, in place of what is selected. */
  insert: (text: string) => void;
  /** Puts a chip and a space in place of a part of the text. */
  insertChip: (span: Span, chip: Chip) => void;
  handleChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  lookForCaret: () => void;
}

// So far back undo finds its chips again.
const MAX_PAST = 300;

/** The text of the composer: the input's own, with the chips that stand in it. A chat that is opened takes the focus. */
export function useComposerText(place: DraftPlace, hasFocus: boolean): ComposerText {
  const input = useRef<HTMLTextAreaElement>(null);
  const { draft, latest, setDraft } = useDraft(place);
  const [caret, setCaret] = useKeyedState<number | null>(place.key, () => null);
  const selected = useWholeChips(input, latest);
  const past = useRef<readonly Draft[]>([]);
  const { noteEdit } = useOtherText(place.key, input, () => {
    past.current = [];
    selected.current = null;
    if (hasFocus) input.current?.focus();
  });

  const change = (next: Draft) => {
    if (next.chips.length > 0) past.current = [next, ...past.current.slice(0, MAX_PAST)];
    setDraft(next);
  };
  const lookForCaret = () => {
    const { selectionStart = 0, selectionEnd = 0 } = input.current ?? {};
    const isCaret = selectionStart === selectionEnd && document.activeElement === input.current;
    setCaret(isCaret ? selectionStart : null);
  };
  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    noteEdit();
    const isThis = ({ text }: Draft) => text === target.value;
    const known = isHistory(nativeEvent) ? past.current.find(isThis) : undefined;
    change(known ?? follow(latest.current, target, selected.current));
    selected.current = null;
    lookForCaret();
  };
  const insert = useCallback((text: string) => {
    if (input.current) insertAtCursor(input.current, text);
  }, []);
  const insertChip = ({ start, end }: Span, chip: Chip) => {
    if (!input.current) return;
    insertText(input.current, start, end, `@${chip.email} `);
    change(withChip(latest.current, chip));
  };
  const edits = { setDraft: change, insert, insertChip, handleChange };
  return { input, draft, latest, caret, ...edits, lookForCaret };
}

/** Undo and redo lead back to what was there before, chips and all. */
const isHistory = (event: Event) =>
  event instanceof InputEvent && event.inputType.startsWith('history');

/** The draft after an edit. What the edit has left of a chip is taken out of the input, too. */
function follow(before: Draft, input: HTMLTextAreaElement, selected: Span | null): Draft {
  const hint = { selected, caret: input.selectionEnd };
  const { caret, ...after } = applyChange(before, changeBetween(before.text, input.value, hint));
  if (after.text !== input.value) {
    input.value = after.text;
    input.setSelectionRange(caret, caret);
  }
  return after;
}
