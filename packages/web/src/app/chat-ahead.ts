import type { ChatListEntry } from '@chat/contract/chats';
import { openedEntry } from '../features/chat/list/open-chat.ts';
import { TABLET } from '../shared/hooks/browser.ts';
import { LOGIN_KEY, readKept } from '../shared/persist.ts';
import { readEntry } from '../shared/selected-entry.ts';

/**
 * A script of its own, run before all others (`vite/chat-ahead.ts`): a signed-in user gets the chat's files, and what
 * the server has to say for it, together with the start of the page. `shared/call-api.ts` gives the answers on.
 */
const ANSWER_TIMEOUT_MS = 30_000;

type Prefetched = NonNullable<Window['prefetched']>;

try {
  const { accessToken, required } = JSON.parse(readKept(LOGIN_KEY) ?? '{}');
  if (accessToken) {
    preload(document.currentScript?.dataset.files?.split(' ') ?? []);
    window.prefetched = prefetch(accessToken, Boolean(required));
  }
} catch {
  // Storage may be closed to the page: all of it comes when it is needed.
}

function preload(files: string[]): void {
  for (const href of files) {
    const attributes = { rel: 'modulepreload', href, crossOrigin: '' };
    document.head.append(Object.assign(document.createElement('link'), attributes));
  }
}

/** A restricted session gets nothing of the chat: it is not asked for. */
function prefetch(token: string, isRestricted: boolean): Prefetched {
  const asked: Prefetched = {};
  const ask = (url: string, then?: (response: Response) => Promise<void>) => {
    const answer = fetchAs(token, url, then);
    // The code that takes the answer handles its failure.
    answer.catch(() => undefined);
    asked[url] = { token, answer };
  };
  ask('/api/users/me');
  const [group, groupId] = /^\/groups\/([^/]+)$/.exec(window.location.pathname) ?? [];
  if (!group || !groupId || isRestricted) return asked;
  ask(`/api${group}/chats`, async (list) => {
    const opened = entryToOpen(groupId, (await list.clone().json()).content);
    if (opened?.chatUuid) ask(`/api/chats/${opened.chatUuid}/messages`);
  });
  ask('/api/groups/me');
  return asked;
}

/** The answer, given on once what follows from it is asked for, too: nobody asks for that again. */
async function fetchAs(
  token: string,
  url: string,
  then?: (response: Response) => Promise<void>,
): Promise<Response> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  if (response.ok) await then?.(response).catch(() => undefined);
  return response;
}

const entryToOpen = (groupId: string, entries: ChatListEntry[]) =>
  openedEntry(entries, readEntry(groupId), window.matchMedia(TABLET).matches);
