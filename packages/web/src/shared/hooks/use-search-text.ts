import { useState } from 'react';
import { useDebouncedValue } from './use-debounced-value.ts';

const SEARCH_DELAY_MS = 500;
const TOO_SHORT = 3;

const isSearchable = (text: string) => text === '' || text.length > TOO_SHORT;

/**
 * What to search for while somebody types: half a second after the last key, and only a text that is empty or
 * longer than three characters; the last such text stays in force meanwhile (rules/people 24).
 */
export function useSearchText(typed: string): string {
  const settled = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const [search, setSearch] = useState(settled);
  if (settled !== search && isSearchable(settled)) setSearch(settled);
  return search;
}
