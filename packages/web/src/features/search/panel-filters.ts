import { limits } from '@chat/contract/limits';
import type { CallOf } from '@chat/contract/route';
import type { searchMessages } from '@chat/contract/search';
import { serverNow } from '../../shared/server-clock.ts';

/** As `tiene:` takes them. */
export const allKinds = ['imagen', 'video', 'audio', 'archivo', 'enlace'] as const;
export type Kind = (typeof allKinds)[number];

export interface Named {
  id: string;
  name: string;
}

/** A chat, or a group with all its chats. */
export interface Scope extends Named {
  kind: 'chat' | 'group';
}

/** What narrows a search beside its words. */
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
    until: until === null ? undefined : dayAfter(until),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The server's end is not included. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** What a date field holds; none while its year is being typed. */
export const toDay = (typed: string): string | null =>
  /^(19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(typed) ? typed : null;

/** The first of so many days that end today, where the browser is. */
export function firstOfLast(days: number, now = new Date(serverNow())): string {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1, 12);
  return new Date(first.getTime() - first.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
