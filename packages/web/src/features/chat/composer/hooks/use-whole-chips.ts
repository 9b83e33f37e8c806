import { type RefObject, useEffect, useRef } from 'react';
import type { Draft } from '../../mentions/chips.ts';
import { type Span, spanToEdit } from '../../mentions/edits.ts';
import { insertText } from '../insert-text.ts';

/**
 * An edit that would cut a chip in pieces takes all of it: such an edit is made here, in the browser's own history, for
 * not every browser edits where the selection has been put meanwhile. Gives what was selected before the latest edit.
 */
export function useWholeChips(
  input: RefObject<HTMLTextAreaElement | null>,
  draft: Readonly<RefObject<Draft>>,
): RefObject<Span | null> {
  const selected = useRef<Span | null>(null);
  useEffect(() => {
    const { current } = input;
    if (!current) return;
    /** What has to go instead of what is selected; null where that is the same. */
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
    // What is dragged is settled before; what is selected then goes when it is dropped elsewhere.
    const handleDragStart = (event: DragEvent) => {
      const span = grown('deleteByDrag');
      if (!span) return;
      current.setSelectionRange(span.start, span.end);
      event.dataTransfer?.setData('text/plain', current.value.slice(span.start, span.end));
    };
    // It cannot be stopped, but it takes the place of what is selected.
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

/** What the edit puts in place of what is selected; null where only the browser knows. */
function textOf({ inputType, data }: InputEvent): string | null {
  if (inputType.startsWith('delete')) return '';
  if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') return '\n';
  return isSelectionEdited(inputType) ? data : null;
}
