import { fireEvent } from '@testing-library/react';

/** `execCommand('insertText')` as a browser does it, told to user-event too, which keeps a copy of the value. */
export function insertAsTyped(_command: string, _hasInterface?: boolean, text = ''): boolean {
  const input = document.activeElement;
  if (!(input instanceof HTMLTextAreaElement)) throw new Error('nobody writes anywhere');
  const { value, selectionStart, selectionEnd } = input;
  const after = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
  const caret = selectionStart + text.length;
  Reflect.set(HTMLTextAreaElement.prototype, 'value', after, input);
  input.setSelectionRange(caret, caret);
  fireEvent.input(input);
  input.value = after;
  input.setSelectionRange(caret, caret);
  return true;
}
