import { limits } from '@chat/contract/checks';
import type { CallOf } from '@chat/contract/route';
import type { searchMessages } from '@chat/contract/search';
import { create } from 'zustand';
import { dayAfter } from '../../shared/format/time.ts';
import { persist, readKept } from '../../shared/persist.ts';
import { routePaths } from '../../shared/routes.ts';
import { readSession } from '../../shared/session.ts';
import { isFocusLost } from '../../shared/ui/focus.ts';

/** Kinds of content, in the words that `tiene:` takes. */
export const allKinds = ['imagen', 'video', 'audio', 'archivo', 'enlace'] as const;
export type Kind = (typeof allKinds)[number];

interface Named {
  id: string;
  name: string;
}

/** A chat, or a group with all its chats. */
interface Scope extends Named {
  kind: 'chat' | 'group';
}

/** The filters of a search besides its words. */
export interface SearchFilters {
  from: Named | null;
  place: Scope | null;
  kind: Kind | null;
  /** Days, `YYYY-MM-DD`, both included. */
  since: string | null;
  until: string | null;
}

export const noFilters: SearchFilters = {
  from: null,
  place: null,
  kind: null,
  since: null,
  until: null,
};

export const hasFilters = (filters: SearchFilters): boolean =>
  Object.values(filters).some((filter) => filter !== null);

// As far as a page can know: whether `de:` names anybody, the server alone does.
const TYPED_FILTER = /(?:^|\s)(?:(?:de|en|tiene|antes|despu[eé]s):\S|-\S)/iu;

/** Whether the text narrows by more than words. */
export const typesFilters = (text: string): boolean => TYPED_FILTER.test(text.normalize('NFC'));

export type FoundQuery = Pick<
  NonNullable<CallOf<typeof searchMessages>['query']>,
  'q' | 'chatId' | 'groupId' | 'from' | 'since' | 'until'
>;

// With it the longest `tiene:` is still as long as the server takes.
export const MAX_TYPED = limits.searchQuery - ' tiene:archivo'.length;

/** The question that the server is asked. */
export function toQuery(text: string, filters: SearchFilters): FoundQuery {
  const { from, place, kind, since, until } = filters;
  return {
    q: kind === null ? text : `${text} tiene:${kind}`.trim(),
    from: from?.id,
    [place?.kind === 'group' ? 'groupId' : 'chatId']: place?.id,
    since: since ?? undefined,
    // The server's end is not included.
    until: until === null ? undefined : dayAfter(until),
  };
}

/** The searched messages: those of one's own chats, or, on the page 'Chats', those of all chats. */
export type Realm = 'own' | 'all';

interface SearchView {
  isOpen: boolean;
  realm: Realm;
  /** Outlives closing. */
  text: string;
  filters: SearchFilters;
  /** Asked for by Enter: the text that need not settle, and how often. */
  submitted: { text: string; times: number };
  /** Grows whenever somebody opens the panel or comes back to its field. */
  calls: number;
  /** The message of the result that was followed last. */
  openedId: string | null;
}

const initial: SearchView = {
  isOpen: false,
  realm: 'own',
  text: '',
  filters: noFilters,
  submitted: { text: '', times: 0 },
  calls: 0,
  openedId: null,
};

export const useSearchView = create<SearchView>(() => initial);

export const realmOf = (path: string): Realm =>
  path === routePaths['admin.chats'] ? 'all' : 'own';

/** An opener in these is no target for the focus: it disappears, or is the search itself. */
const NO_OPENER = '[data-search-panel], [role=dialog]';

/** The element that had the focus before, and gets it back. */
let opener: HTMLElement | null = null;

/** Opens the panel, or brings its field back; `change` is what it is to search. */
export function openSearch(change: Partial<Pick<SearchView, 'text' | 'filters'>> = {}): void {
  const realm = realmOf(window.location.pathname);
  const now = useSearchView.getState();
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && !activeElement.closest(NO_OPENER))
    opener = activeElement;
  const begun = now.realm === realm ? now : initial;
  useSearchView.setState({ ...begun, ...change, realm, isOpen: true, calls: now.calls + 1 });
}

export const closeSearch = (): void => useSearchView.setState({ isOpen: false });
export const forgetSearch = (): void => useSearchView.setState(initial);

/** Unless the focus has gone elsewhere. */
export function giveFocusBack(): void {
  if (isFocusLost() && opener?.isConnected) opener.focus();
}

// A pasted NUL is no text for any server.
export const setSearchText = (text: string): void =>
  useSearchView.setState({ text: text.replaceAll('\0', ''), openedId: null });

export const setFilters = (change: Partial<SearchFilters>): void =>
  useSearchView.setState(({ filters }) => ({
    filters: { ...filters, ...change },
    openedId: null,
  }));

/** Searches at once, and anew what is shown already. */
export const submitSearch = (): void =>
  useSearchView.setState(({ text, submitted }) => ({
    submitted: { text: text.trim(), times: submitted.times + 1 },
  }));

export const setOpened = (openedId: string): void => useSearchView.setState({ openedId });

type OpenChat = (chatId: string) => Promise<void>;

let openChat: OpenChat | null = null;

/** The page 'Chats' says how it opens one of its conversations. */
export function onWatchedChat(open: OpenChat): () => void {
  openChat = open;
  return () => {
    if (openChat === open) openChat = null;
  };
}

export const openWatchedChat: OpenChat = async (chatId) => openChat?.(chatId);

const MAX_RECENTS = 8;

const recentsKey = () => `chat.searches.${readSession().user?.uuid ?? ''}`;

/** The user's searches on this device, the newest first. */
export const useRecentSearches = create<{ texts: string[] }>(() => ({ texts: [] }));

export function loadRecents(): void {
  useRecentSearches.setState({ texts: parseRecents(readKept(recentsKey())) });
}

function parseRecents(stored: string | null): string[] {
  try {
    const texts: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(texts)) return [];
    return texts.filter((text) => typeof text === 'string').slice(0, MAX_RECENTS);
  } catch {
    return [];
  }
}

function storeRecents(texts: string[]): void {
  persist(recentsKey(), texts.length > 0 ? JSON.stringify(texts) : null);
  useRecentSearches.setState({ texts });
}

// Another tab may have searched meanwhile.
const storedRecents = () => parseRecents(readKept(recentsKey()));
const without = (texts: string[], text: string) => texts.filter((each) => each !== text);

/** One that was followed or asked for by Enter; what was typed on the way to it is not kept. */
export function rememberSearch(typed: string): void {
  const text = typed.trim();
  if (text) storeRecents([text, ...without(storedRecents(), text)].slice(0, MAX_RECENTS));
}

export const removeRecent = (text: string): void => storeRecents(without(storedRecents(), text));
export const clearRecents = (): void => storeRecents([]);
