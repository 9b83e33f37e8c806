import { fold } from '../search-index/language/fold.ts';
import { tokensOf } from '../search-index/language/tokens.ts';
import type { SearchContext } from './context.ts';
import { inTurns } from './in-turns.ts';
import { findCounterparts, findGroupNames, findPeople, findThoseIn } from './people.queries.ts';
import type { Query, Term } from './query/query.ts';
import type { ChatFilter, Reader } from './reader.actions.ts';
import type { Scope } from './scope.ts';

const MYSELF = 'yo';

/** What `de:` and `en:` of a query name; what names nothing is a word like any other. */
export interface Named {
  senders: number[] | undefined;
  places: ChatFilter['places'];
  terms: Term[];
}

function wordOf(operator: string, value: string): Term[] {
  const parts = tokensOf(`${operator}:${value}`).map(({ word }) => word);
  return [{ kind: 'word', parts, isLast: false }];
}

interface Meant {
  ids: number[];
  terms: Term[];
}

/** The ids that each value names together, and as words those values that name nobody. */
function meaningOf(operator: string, values: string[], idsOf: (value: string) => number[]): Meant {
  const meant = values.map((value) => ({ value, ids: idsOf(value) }));
  return {
    ids: [...new Set(meant.flatMap(({ ids }) => ids))],
    terms: meant.flatMap(({ value, ids }) => (ids.length > 0 ? [] : wordOf(operator, value))),
  };
}

/** Who asks, where they look, and what they take turns by. */
interface Asker {
  ctx: Pick<SearchContext, 'db' | 'readingTurns'>;
  scope: Scope;
  myself: number;
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
  return meaningOf('de', from, (value) => named.get(value)?.filter((id) => there.has(id)) ?? []);
}

async function readPlaces(asker: Asker, names: string[]) {
  const { ctx, scope, myself } = asker;
  const groups = await findGroupNames(ctx.db, scope.chatIds);
  const people = await findCounterparts(ctx.db, scope.chatIds, myself);
  const groupsNamed = await idsOfValues(asker, groups, ({ name }) => [name], names);
  const peopleNamed = await idsOfValues(asker, people, ({ email }) => [email], names);
  const idsOf = (named: Map<string, number[]>) => (value: string) => named.get(value) ?? [];
  const { terms } = meaningOf('en', names, (value) => [
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
export async function readNames(
  ctx: Asker['ctx'],
  { from, in: names }: Query,
  reader: Reader,
): Promise<Named> {
  const named: Named = { senders: undefined, places: undefined, terms: [] };
  if (from.length + names.length === 0) return named;
  const scope = await reader.scope({});
  const asker = { ctx, scope, myself: reader.viewer.id };
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
