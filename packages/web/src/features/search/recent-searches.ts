import { create } from 'zustand';
import { persist, readKept } from '../../shared/persist.ts';
import { readSession } from '../../shared/session.ts';

const MAX_RECENTS = 8;

const ownKey = () => `chat.searches.${readSession().user?.uuid ?? ''}`;

/** The user's searches on this device, the newest first. */
export const useRecentSearches = create<{ texts: string[] }>(() => ({ texts: [] }));

export function loadRecents(): void {
  useRecentSearches.setState({ texts: parse(readKept(ownKey())) });
}

function parse(stored: string | null): string[] {
  try {
    const texts: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(texts)) return [];
    return texts.filter((text) => typeof text === 'string').slice(0, MAX_RECENTS);
  } catch {
    return [];
  }
}

function store(texts: string[]): void {
  persist(ownKey(), texts.length > 0 ? JSON.stringify(texts) : null);
  useRecentSearches.setState({ texts });
}

// Another tab may have searched meanwhile.
const stored = () => parse(readKept(ownKey()));
const without = (texts: string[], text: string) => texts.filter((each) => each !== text);

/** One that was followed or asked for by Enter; what was typed on the way to it is not kept. */
export function rememberSearch(typed: string): void {
  const text = typed.trim();
  if (text) store([text, ...without(stored(), text)].slice(0, MAX_RECENTS));
}

export const removeRecent = (text: string): void => store(without(stored(), text));
export const clearRecents = (): void => store([]);
