import { tokensOf } from '@chat/spanish/forms';
import type { Findings } from './findings.ts';
import type { IndexedMessage, Tables } from './tables.ts';

/** Every message is known to searches by its own words, once, or known to be read for them yet; and nothing else is. */
export function judgeIndex(findings: Findings, { index }: Tables): void {
  for (const message of index) {
    const difference = differenceOf(message);
    if (difference) findings.add('index', difference);
  }
}

function differenceOf({ id, text, words, isAwaited }: IndexedMessage): string | undefined {
  if (text === null) return `${id} is in the index, and nowhere else`;
  if (words === null) return isAwaited ? undefined : `${id} was forgotten`;
  const expected = tokensOf(text).map(({ word }) => word);
  return words.trim() === expected.join(' ') ? undefined : `${id} is known by '${words}'`;
}
