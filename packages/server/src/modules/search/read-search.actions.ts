import type { SearchQuery } from '@chat/contract/search';
import { fold, tokensOf } from '@chat/spanish/forms';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { instantOf, writtenInstant } from '../../shared/days.ts';
import { notFound } from '../../shared/errors.ts';
import { accessOwnChats, accessWatchableChats } from '../chat/access/chat.access.ts';
import { accessSupervision } from '../chat/access/supervision.access.ts';
import {
  type FoundMessage,
  getOwnMessages,
  getWatchedMessages,
} from '../chat/messages/messages.actions.ts';
import { getExtent } from '../search-index/search-index.actions.ts';
import type { Wanted } from './candidates.ts';
import { inTurns, type Scope, type SearchContext } from './context.ts';
import { parseQuery, type Query, type Term } from './query/parse-query.ts';
import {
  findCounterparts,
  findGroupNames,
  findPeople,
  findPosition,
  findThoseIn,
  findUserId,
  type Position,
  type Span,
} from './search.queries.ts';

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

const MYSELF = 'yo';

/** The people and chats that `de:` and `en:` of a query name; a value that names nothing is a word like any other. */
interface Named {
  senders: number[] | undefined;
  places: ChatFilter['places'];
  terms: Term[];
}

function wordOf(operator: string, value: string): Term[] {
  const parts = tokensOf(`${operator}:${value}`).map(({ word }) => word);
  return [{ kind: 'word', parts, isLast: false }];
}

interface ResolvedOperator {
  ids: number[];
  terms: Term[];
}

/** The ids that each value names together, and as words those values that name nobody. */
function resolveOperator(
  operator: string,
  values: string[],
  idsOf: (value: string) => number[],
): ResolvedOperator {
  const resolved = values.map((value) => ({ value, ids: idsOf(value) }));
  return {
    ids: [...new Set(resolved.flatMap(({ ids }) => ids))],
    terms: resolved.flatMap(({ value, ids }) => (ids.length > 0 ? [] : wordOf(operator, value))),
  };
}

/** The person who searches, the chats to look in, and the key of their turns. */
interface Asker {
  ctx: Pick<SearchContext, 'db' | 'readingTurns'>;
  scope: Scope;
  myself: number;
  isMember: boolean;
}

/** For each value the ids of those one of whose texts holds it. */
async function idsOfValues<Named extends { id: number }>(
  { ctx, myself }: Asker,
  all: Named[],
  textsOf: (one: Named) => string[],
  values: string[],
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>(values.map((value) => [value, []]));
  await inTurns({ turns: ctx.readingTurns, key: String(myself) }, all, (one) => {
    const texts = textsOf(one).map(fold);
    for (const [value, ids] of found) {
      if (texts.some((text) => text.includes(value))) ids.push(one.id);
    }
  });
  return found;
}

async function readSenders(asker: Asker, from: string[]) {
  const { ctx, scope, myself } = asker;
  const people = await findPeople(ctx.db);
  const named = await idsOfValues(asker, people, ({ email, name }) => [email, name], from);
  if (named.has(MYSELF)) named.set(MYSELF, [myself]);
  const all = [...new Set([...named.values()].flat())];
  const there = await findThoseIn(ctx.db, all, scope.chatIds);
  return resolveOperator(
    'de',
    from,
    (value) => named.get(value)?.filter((id) => there.has(id)) ?? [],
  );
}

async function readPlaces(asker: Asker, names: string[]) {
  const { ctx, scope, myself, isMember } = asker;
  const groups = await findGroupNames(ctx.db, scope.chatIds);
  const people = await findCounterparts(ctx.db, scope.chatIds, isMember ? myself : null);
  const groupsNamed = await idsOfValues(asker, groups, ({ name }) => [name], names);
  const peopleNamed = await idsOfValues(asker, people, ({ email }) => [email], names);
  const idsOf = (named: Map<string, number[]>) => (value: string) => named.get(value) ?? [];
  const { terms } = resolveOperator('en', names, (value) => [
    ...idsOf(groupsNamed)(value),
    ...idsOf(peopleNamed)(value),
  ]);
  return {
    groupIds: [...groupsNamed.values()].flat(),
    userIds: [...peopleNamed.values()].flat(),
    terms,
  };
}

/** Looks only among the chats that may be read, so that nobody learns what others there are. */
async function readNames(
  ctx: Asker['ctx'],
  { from, in: names }: Query,
  reader: Reader,
): Promise<Named> {
  const named: Named = { senders: undefined, places: undefined, terms: [] };
  if (from.length + names.length === 0) return named;
  const scope = await reader.scope({});
  const asker = { ctx, scope, myself: reader.viewer.id, isMember: reader.isMember };
  if (from.length > 0) {
    const { ids, terms } = await readSenders(asker, from);
    if (ids.length > 0) named.senders = ids;
    named.terms.push(...terms);
  }
  if (names.length > 0) {
    const { groupIds, userIds, terms } = await readPlaces(asker, names);
    if (groupIds.length + userIds.length > 0) named.places = { groupIds, userIds };
    named.terms.push(...terms);
  }
  return named;
}

interface ChatFilter {
  chatUuid?: string | undefined;
  groupUuid?: string | undefined;
  places?: { groupIds: number[]; userIds: number[] } | undefined;
}

/** The person for whom a search looks, as a member or as an administrator. */
export interface Reader {
  viewer: Viewer;
  /** Whether the person is a member of the chats. */
  isMember: boolean;
  /** Where to look; what may be read is asked again of each message. */
  scope(filter: ChatFilter): Promise<Scope>;
  /** The messages among these that the person may read now. */
  messages(ids: number[]): Promise<Map<number, FoundMessage>>;
}

const isNarrow = (filter: ChatFilter) =>
  Object.values(filter).some((narrowed) => narrowed !== undefined);

/** Reads all chats once for the whole of a search: names are looked for in them, and then mostly the messages too. */
function readingAllOnce(read: Reader['scope']): Reader['scope'] {
  let all: Promise<Scope> | undefined;
  return (filter) => {
    if (isNarrow(filter)) return read(filter);
    all ??= read(filter);
    return all;
  };
}

/** Finds in the chats of which the viewer is a member. */
export const asMember = (db: Db, viewer: Viewer): Reader => ({
  viewer,
  isMember: true,
  scope: readingAllOnce(async (filter) => {
    const [index, { ids, messages }] = await Promise.all([
      getExtent(db),
      accessOwnChats(db, viewer, filter),
    ]);
    return { chatIds: ids, own: messages, ...index };
  }),
  messages: (ids) => getOwnMessages(db, viewer, ids),
});

/** Finds in the group and direct chats that the administrator may read now. */
export function asWatcher(db: Db, viewer: Viewer): Reader {
  const readsAll = accessSupervision(viewer) === 'on';
  return {
    viewer,
    isMember: false,
    scope: readingAllOnce(async (filter) => {
      const index = await getExtent(db);
      // A person may have a great many chats: unless some are chosen, all are searched.
      if (readsAll && !isNarrow(filter)) {
        return { chatIds: undefined, own: Number.POSITIVE_INFINITY, ...index };
      }
      const { ids, messages } = await accessWatchableChats(db, viewer, filter);
      return { chatIds: ids, own: messages, ...index };
    }),
    messages: (ids) => getWatchedMessages(db, viewer, ids),
  };
}
