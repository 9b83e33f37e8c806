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

/** The same where the cursor is, in place of what is selected. */
export function insertAtCursor(input: HTMLTextAreaElement, text: string): void {
  insertText(input, input.selectionStart, input.selectionEnd, text);
}
