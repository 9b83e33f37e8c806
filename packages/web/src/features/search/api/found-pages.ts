import type { FoundMessage, WatchedMessage } from '@chat/contract/search/search.schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Realm } from '../search-view.ts';

export const FOUND = 'found-messages';

/** A message that was found, with the place it stands in. */
export type Found = FoundMessage | WatchedMessage;

export interface FoundPage {
  found: Found[];
  /** After which the next page begins; null when there is none. It marks its place even when it is deleted. */
  next: string | null;
}

type FoundPages = InfiniteData<FoundPage, string | null>;

// Somebody who scrolled far is not read all of it again.
const MAX_RESYNC_PAGES = 10;

/** `message:deleted`, or one that turns out to be gone. */
export function removeFound(queryClient: QueryClient, messageId: string): void {
  queryClient.setQueriesData<FoundPages>({ queryKey: [FOUND] }, (pages) =>
    changePages(pages, (page) => ({
      ...page,
      found: page.found.filter(({ message }) => message.uuid !== messageId),
    })),
  );
}

const changePages = (data: FoundPages | undefined, change: (page: FoundPage) => FoundPage) =>
  data && { ...data, pages: data.pages.map(change) };

/** Reads what is shown again. Others' conversations are not: each search of them is on record. */
export function resyncFound(queryClient: QueryClient): void {
  const queryKey = [FOUND, 'own' satisfies Realm];
  queryClient.setQueriesData<FoundPages>(
    { queryKey },
    (data) =>
      data && {
        pages: data.pages.slice(0, MAX_RESYNC_PAGES),
        pageParams: data.pageParams.slice(0, MAX_RESYNC_PAGES),
      },
  );
  void queryClient.invalidateQueries({ queryKey });
}
