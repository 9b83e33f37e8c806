import { appliedEdit } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import type { FoundMessage, WatchedMessage } from '@chat/contract/search';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { onForget } from '../../shared/forget-people.ts';
import { beginning } from '../../shared/format/words.ts';
import { onSessionEnd } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { forgetSearch, loadRecents, type Realm } from './search-view.ts';

/** Deleted messages disappear from results too, and nobody sees another user's search. */
export function registerSearchRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resync = () => resyncFound(queryClient);
  socket.on('message:deleted', ({ messageId }) => removeFound(queryClient, messageId));
  socket.on('group:changed', resync);
  onRegistered(resync);
  onSessionEnd(forgetSearch);
  onForget(loadRecents);
}

export const FOUND = 'found-messages';

/** A found message, with its place in the chat. */
export type Found = FoundMessage | WatchedMessage;

export interface FoundPage {
  found: Found[];
  /** The start of the next page; null when there is none. The message marks its place even when deleted. */
  next: string | null;
}

type FoundPages = InfiniteData<FoundPage, string | null>;

// Somebody who scrolled far is not read all of it again.
const MAX_RESYNC_PAGES = 10;

/** `message:deleted`, or one that turns out to be gone. */
export const removeFound = (queryClient: QueryClient, messageId: string): void =>
  changeFound(queryClient, (found) => found.filter(({ message }) => message.uuid !== messageId));

/**
 * `message:edited`: it says at once what it says now, with nothing marked. Own results are then found anew, since it
 * may no longer be among them.
 */
export function editFound(queryClient: QueryClient, edited: Message): void {
  let isFound = false;
  const edit = (one: Found): Found => {
    if (one.message.uuid !== edited.uuid) return one;
    isFound = true;
    const message = appliedEdit(one.message, edited);
    return { ...one, message, snippet: [{ text: beginning(message.content), hit: false }] };
  };
  changeFound(queryClient, (found) => found.map(edit));
  if (isFound) resyncFound(queryClient);
}

function changeFound(queryClient: QueryClient, change: (found: Found[]) => Found[]): void {
  queryClient.setQueriesData<FoundPages>(
    { queryKey: [FOUND] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, found: change(page.found) })),
      },
  );
}

/** Reads what is shown again. Others' conversations are not: each search of them is on record. */
function resyncFound(queryClient: QueryClient): void {
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
