import { isBlank, limits } from '@chat/contract/checks';
import type { KeyboardEvent } from 'react';

/** Puts text in place of a part of the input's, as if it were typed: it can be undone and fires an input event. */
export function insertText(input: HTMLTextAreaElement, start: number, end: number, text: string) {
  input.focus();
  input.setSelectionRange(start, end);
  // The only way that joins the browser's own undo history, deprecated or not.
  if (document.execCommand?.(text ? 'insertText' : 'delete', false, text)) return;
  const { value } = input;
  // Past React, which notices only values that it has not set itself.
  const whole = value.slice(0, start) + text + value.slice(end);
  Reflect.set(HTMLTextAreaElement.prototype, 'value', whole, input);
  input.setSelectionRange(start + text.length, start + text.length);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Inserts text where the cursor is, in place of what is selected. */
export function insertAtCursor(input: HTMLTextAreaElement, text: string): void {
  insertText(input, input.selectionStart, input.selectionEnd, text);
}

/** The keys of an input method's composition belong to it; Safari marks its last one only by the code. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;

/** Lengths are in code points, as the server counts them (rules/messages 4). */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Something of it is seen (rules/composer 1), and it is not too long. */
export function canSend(text: string): boolean {
  return (
    !isBlank(text) && (text.length <= limits.content || countCodePoints(text) <= limits.content)
  );
}

/** From here on the writer sees how much room is left. */
export const isNearLimit = (text: string): boolean => text.length > limits.content * 0.9;
