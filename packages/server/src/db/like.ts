/** The pattern that finds `text` anywhere in lowercased text; undefined for a blank search, which finds everything. */
export function containsPattern(text: string | undefined): string | undefined {
  const sought = text?.trim().toLowerCase();
  if (!sought) return undefined;
  return `%${sought.replace(/[\\%_]/g, '\\$&')}%`;
}
