import {
  type ChangeEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { useKeyedState } from '../../../shared/hooks/values.ts';
import { type Chip, type Draft, type DraftPlace, withChip } from '../mentions/chips.ts';
import { applyChange, changeBetween, type Span, spanToEdit } from '../mentions/edits.ts';
import { onGivenBack } from './drafts.ts';
import { insertAtCursor, insertText } from './text-input.ts';

export interface ComposerText {
  input: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  /** The draft as it is now, for what happens twice before the next render. */
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

/**
 * The text of the composer: the input's own, with the chips that stand in it. A chat that is opened takes the focus.
 */
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

/** The draft after an edit. The remains of a chip that the edit cut are removed from the input, too. */
function follow(before: Draft, input: HTMLTextAreaElement, selected: Span | null): Draft {
  const hint = { selected, caret: input.selectionEnd };
  const { caret, ...after } = applyChange(before, changeBetween(before.text, input.value, hint));
  if (after.text !== input.value) {
    input.value = after.text;
    input.setSelectionRange(caret, caret);
  }
  return after;
}

interface DraftState {
  draft: Draft;
  /** The draft as it is now, for what happens twice before the next render. */
  latest: Readonly<RefObject<Draft>>;
  setDraft: (draft: Draft) => void;
}

/** The draft being typed; it stays with its chat while another draft is typed. */
function useDraft(place: DraftPlace): DraftState {
  const { key } = place;
  const [draft, show] = useKeyedState(key, place.read);
  const latest = useRef(draft);
  const shownKey = useRef(key);
  useLayoutEffect(() => {
    latest.current = draft;
    shownKey.current = key;
  }, [draft, key]);
  const setDraft = useCallback(
    (next: Draft) => {
      // A file dialog may give its text back to a chat that was left meanwhile.
      if (shownKey.current === place.key) latest.current = next;
      show(next);
      place.write(next);
    },
    [place, show],
  );
  useEffect(() => onGivenBack((hash) => hash === place.key && show(place.read())), [place, show]);
  return { draft, latest, setDraft };
}

/**
 * The input stays when another chat is opened or a message is edited; nothing typed before can be brought back in it.
 */
function useOtherText(
  key: string,
  input: RefObject<HTMLTextAreaElement | null>,
  onOther: () => void,
): { noteEdit: () => void } {
  const shownKey = useRef(key);
  const isEdited = useRef(false);
  const begin = useEffectEvent(() => {
    // Only then: the whole page is laid out for it.
    if (isEdited.current && input.current) forgetEdits(input.current);
    isEdited.current = false;
    onOther();
  });
  useLayoutEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    begin();
  }, [key]);
  const noteEdit = useCallback(() => {
    isEdited.current = true;
  }, []);
  return { noteEdit };
}

/** Browsers drop what can be undone and redone when a script changes the text. */
function forgetEdits(input: HTMLTextAreaElement): void {
  const { value } = input;
  input.value = `${value} `;
  input.value = value;
}

/**
 * An edit that would cut a chip in pieces takes all of it: such an edit is made here, in the browser's own history, for
 * not every browser edits where the selection has been put meanwhile. Returns what was selected before the latest edit.
 */
function useWholeChips(
  input: RefObject<HTMLTextAreaElement | null>,
  draft: Readonly<RefObject<Draft>>,
): RefObject<Span | null> {
  const selected = useRef<Span | null>(null);
  useEffect(() => {
    const { current } = input;
    if (!current) return;
    /** The text to remove instead of the selection; null where the two are the same. */
    const grown = (inputType: string): Span | null => {
      const { selectionStart: start, selectionEnd: end } = current;
      const span = spanToEdit(draft.current, { start, end }, inputType);
      return span.start === start && span.end === end ? null : span;
    };
    const handleBeforeInput = (event: InputEvent) => {
      const { inputType, isComposing } = event;
      const { selectionStart: start, selectionEnd: end } = current;
      selected.current = isSelectionEdited(inputType) ? { start, end } : null;
      const span = isComposing ? null : grown(inputType);
      const text = textOf(event);
      if (!span || text === null || !event.cancelable) return;
      event.preventDefault();
      selected.current = span;
      insertText(current, span.start, span.end, text);
    };
    const handleCut = (event: ClipboardEvent) => {
      const span = grown('deleteByCut');
      if (!span || !event.clipboardData) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', current.value.slice(span.start, span.end));
      selected.current = span;
      insertText(current, span.start, span.end, '');
    };
    // The selection grows to whole chips before the drag starts; a drop elsewhere then removes it.
    const handleDragStart = (event: DragEvent) => {
      const span = grown('deleteByDrag');
      if (!span) return;
      current.setSelectionRange(span.start, span.end);
      event.dataTransfer?.setData('text/plain', current.value.slice(span.start, span.end));
    };
    // A composition cannot be prevented, but it replaces the selection: that grows to whole chips first.
    const handleCompositionStart = () => {
      const span = grown('insertCompositionText');
      if (span) current.setSelectionRange(span.start, span.end);
    };
    const gone = new AbortController();
    const options = { signal: gone.signal };
    current.addEventListener('beforeinput', handleBeforeInput, options);
    current.addEventListener('cut', handleCut, options);
    current.addEventListener('dragstart', handleDragStart, options);
    current.addEventListener('compositionstart', handleCompositionStart, options);
    return () => gone.abort();
  }, [input, draft]);
  return selected;
}

/** Neither the history nor a correction of the browser keeps to what is selected, nor does a drop. */
const isSelectionEdited = (inputType: string) =>
  !/^history|^insertReplacementText$|^insertFromDrop$/.test(inputType);

/** The text that the edit puts in place of the selection; null where only the browser knows it. */
function textOf({ inputType, data }: InputEvent): string | null {
  if (inputType.startsWith('delete')) return '';
  if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') return '\n';
  return isSelectionEdited(inputType) ? data : null;
}
