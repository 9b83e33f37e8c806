/** Puts a line break where the cursor is; gives the whole new text. */
export function breakLine(input: HTMLTextAreaElement): string {
  input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
  return input.value;
}
