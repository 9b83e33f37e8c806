import { create } from 'zustand';
import { routePaths } from '../../shared/routes.ts';
import { isFocusLost } from '../../shared/ui/place-of-focus.ts';
import { noFilters, type SearchFilters } from './panel-filters.ts';

/** Whose messages are searched: one's own chats, or, on the page 'Chats', those of all. */
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

/** What goes, or is the search itself. */
const NO_OPENER = '[data-search-panel], [role=dialog]';

/** What had the focus before, and gets it back. */
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
