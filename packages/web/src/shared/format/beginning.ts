const LENGTH = 300;

/** As much of a text as a line or two can show; the rest would be laid out for nobody. */
export function beginning(text: string): string {
  if (text.length <= LENGTH) return text;
  const end = text.codePointAt(LENGTH - 1) ?? 0;
  return text.slice(0, end > 0xffff ? LENGTH - 1 : LENGTH);
}
