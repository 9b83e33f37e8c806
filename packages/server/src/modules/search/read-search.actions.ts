import type { SearchQuery } from '@chat/contract/search';
import { notFound } from '../../shared/errors.ts';
import { instantOf, writtenInstant } from '../../shared/moments.ts';
import type { SearchContext } from './context.ts';
import type { Wanted } from './lookups.ts';
import { readNames } from './names.actions.ts';
import { findPosition, findUserId } from './people.queries.ts';
import { parseQuery } from './query/parse-query.ts';
import type { Query } from './query/query.ts';
import type { Reader } from './reader.actions.ts';
import type { Position, Span } from './reading.ts';
import type { Scope } from './scope.ts';

const DEFAULT_SIZE = 20;
const NEWEST: Position = { at: 'infinity', id: 0 };

/** A search with all that it names looked up. */
export interface Search extends Wanted {
  query: Query;
  scope: Scope;
  span: Span;
  size: number;
}

async function positionOf(ctx: SearchContext, before: string | undefined): Promise<Position> {
  if (before === undefined) return NEWEST;
  const position = await findPosition(ctx.db, before);
  if (!position) throw notFound();
  return position;
}

const isAfter = (at: string, end: string) => at === 'infinity' || Date.parse(at) > Date.parse(end);

/** Where to begin, so that what was sent after the end is not read on the way. */
const earlierOf = (before: Position, end: string): Position =>
  end !== 'infinity' && isAfter(before.at, end) ? { at: end, id: 0 } : before;

/** Filters of different kinds narrow: what the query names in words, and what the call does. */
function spanOf(query: Query, asked: SearchQuery, before: Position, timeZone: string): Span {
  const both = (named: Date | null, moment: string | undefined) => [
    ...(named ? [named] : []),
    ...(moment === undefined ? [] : [instantOf(moment, timeZone)]),
  ];
  const since = both(query.since, asked.since).map(Number);
  const until = both(query.until, asked.until).map(Number);
  const end = until.length > 0 ? writtenInstant(new Date(Math.min(...until))) : 'infinity';
  return {
    before: earlierOf(before, end),
    since: since.length > 0 ? writtenInstant(new Date(Math.max(...since))) : '-infinity',
    until: end,
  };
}

/** Both the one list and the other, where they are given. */
const common = (one: number[] | undefined, other: number[] | undefined): number[] | undefined =>
  one && other ? one.filter((id) => other.includes(id)) : (one ?? other);

/** Words that are nothing but signs are no filter. */
function saysNothing(query: Query, asked: SearchQuery): boolean {
  const { q: _, size: __, before: ___, ...filters } = asked;
  const { terms, excluded, from, in: places, has, since, until } = query;
  const lists = [terms, excluded, from, places, has];
  return (
    lists.every(({ length }) => length === 0) &&
    since === null &&
    until === null &&
    Object.values(filters).every((filter) => filter === undefined)
  );
}

/** Undefined when nothing can be found: a name that names nothing, or nothing to look for. */
export async function readSearch(
  ctx: SearchContext,
  reader: Reader,
  asked: SearchQuery,
): Promise<Search | undefined> {
  const { timeZone } = ctx.config;
  const before = await positionOf(ctx, asked.before);
  const query = parseQuery(asked.q, timeZone);
  if (saysNothing(query, asked)) return undefined;
  const named = await readNames(ctx, query, reader);
  const sender = asked.from === undefined ? undefined : await findUserId(ctx.db, asked.from);
  if (asked.from !== undefined && sender === undefined) return undefined;
  const senders = common(named.senders, sender === undefined ? undefined : [sender]);
  const { chatId: chatUuid, groupId: groupUuid } = asked;
  const scope = await reader.scope({ chatUuid, groupUuid, places: named.places });
  if (senders?.length === 0 || scope.chatIds?.length === 0) return undefined;
  const whole = { ...query, terms: [...named.terms, ...query.terms] };
  return {
    query: whole,
    filters: { senders, type: asked.type, has: query.has },
    scope,
    span: spanOf(query, asked, before, timeZone),
    size: asked.size ?? DEFAULT_SIZE,
  };
}
