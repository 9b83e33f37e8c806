import { useMemo } from 'react';
import { useDebouncedValue } from '../../../shared/hooks/use-debounced-value.ts';
import { useFoundMessages } from '../api/find-messages.ts';
import { hasFilters, toQuery } from '../panel-filters.ts';
import { type Realm, useSearchView } from '../search-view.ts';

/** After the last key. What is on record is asked for less readily. */
const DELAY_MS: Record<Realm, number> = { own: 250, all: 1_000 };

/** What is found for what is typed and chosen now. */
export function useSearched() {
  const { realm, filters, submitted, ...view } = useSearchView();
  const typed = view.text.trim();
  const settled = useDebouncedValue(typed, DELAY_MS[realm]);
  const text = typed === '' || typed === submitted.text ? typed : settled;
  const query = useMemo(() => toQuery(text, filters), [text, filters]);
  const isAsked = text !== '' || hasFilters(filters);
  const found = useFoundMessages({ realm, query, round: submitted.times, isAsked });
  return { found, isAsked, isSettled: text === typed };
}
