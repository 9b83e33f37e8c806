import type { Db } from '../../db/database.ts';
import { fold } from '../search-index/language/fold.ts';
import { tokensOf } from '../search-index/language/tokens.ts';
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

async function readSenders(db: Db, from: string[], { chatIds }: Scope, myself: number) {
  const people = await findPeople(db);
  const known = people.map(({ id, email, name }) => ({ id, texts: [fold(email), fold(name)] }));
  const named = new Map(
    from.map((value) => {
      const those = known.filter(({ texts }) => texts.some((text) => text.includes(value)));
      return [value, value === MYSELF ? [myself] : those.map(({ id }) => id)];
    }),
  );
  const there = await findThoseIn(db, [...new Set([...named.values()].flat())], chatIds);
  return meaningOf('de', from, (value) => named.get(value)?.filter((id) => there.has(id)) ?? []);
}

async function readPlaces(db: Db, names: string[], { chatIds }: Scope, myself: number) {
  const groups = await findGroupNames(db, chatIds);
  const people = await findCounterparts(db, chatIds, myself);
  const groupsNamed = (value: string) =>
    groups.filter(({ name }) => fold(name).includes(value)).map(({ id }) => id);
  const peopleNamed = (value: string) =>
    people.filter(({ email }) => fold(email).includes(value)).map(({ id }) => id);
  const { terms } = meaningOf('en', names, (value) => [
    ...groupsNamed(value),
    ...peopleNamed(value),
  ]);
  return { groupIds: names.flatMap(groupsNamed), userIds: names.flatMap(peopleNamed), terms };
}

/** Looks only among the chats that may be read, so that nobody learns what others there are. */
export async function readNames(
  db: Db,
  { from, in: names }: Query,
  reader: Reader,
): Promise<Named> {
  const named: Named = { senders: undefined, places: undefined, terms: [] };
  if (from.length + names.length === 0) return named;
  const scope = await reader.scope({});
  const { id } = reader.viewer;
  if (from.length > 0) {
    const { ids, terms } = await readSenders(db, from, scope, id);
    if (ids.length > 0) named.senders = ids;
    named.terms.push(...terms);
  }
  if (names.length > 0) {
    const { groupIds, userIds, terms } = await readPlaces(db, names, scope, id);
    if (groupIds.length + userIds.length > 0) named.places = { groupIds, userIds };
    named.terms.push(...terms);
  }
  return named;
}
