import { limits } from '@chat/contract/checks';
import { searchChats, searchMessages } from '@chat/contract/search';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../shared/call-api.ts';
import { useDebouncedValue } from '../../shared/hooks/values.ts';
import { FOUND, type FoundPage } from './found-pages.ts';
import { type FoundQuery, hasFilters, type Realm, toQuery, useSearchView } from './search-view.ts';

/** The delay after the last key. Each search of all messages is recorded in the audit, so it waits longer. */
const DELAY_MS: Record<Realm, number> = { own: 250, all: 1_000 };

/** The messages found for the present text and filters. */
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

/** The first page is there soon; who scrolls on is given more at a time. */
const FIRST_PAGE = 20;

interface Search {
  realm: Realm;
  query: FoundQuery;
  /** Grows when the same is asked for anew. */
  round: number;
  isAsked: boolean;
}

/** Newest first, page by page. Another question calls off the one before, whose answer is shown until then. */
export const useFoundMessages = ({ realm, query, round, isAsked }: Search) =>
  useInfiniteQuery({
    queryKey: [FOUND, realm, query, round],
    queryFn: ({ pageParam, signal }) => findPage(realm, query, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }: FoundPage) => next,
    select: ({ pages }) => pages.flatMap(({ found }) => found),
    enabled: isAsked,
    placeholderData: (shown, before) => (before?.queryKey[1] === realm ? shown : undefined),
    // Results stay as found while one scrolls through them, and are not cached for another time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

async function findPage(
  realm: Realm,
  query: FoundQuery,
  before: string | null,
  signal: AbortSignal,
): Promise<FoundPage> {
  const size = before === null ? FIRST_PAGE : limits.foundMessages;
  const call = { query: { ...query, size: String(size), before: before ?? undefined }, signal };
  const { content } = await (realm === 'all'
    ? callApi(searchChats, call)
    : callApi(searchMessages, call));
  const isLast = content.length < size;
  return { found: content, next: isLast ? null : (content.at(-1)?.message.uuid ?? null) };
}
