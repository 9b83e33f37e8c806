import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../shared/session.ts';
import { useOwnLists } from '../../chat/list/hooks/use-own-lists.ts';
import { usersQuery } from '../../directory/lists/list-users.ts';
import type { Choice, Choices } from '../choice.ts';
import { searchTexts as texts } from '../search.texts.ts';
import type { Realm } from '../search-view.ts';

/** Whose messages one can ask for: everybody one shares a group with, or, for administrators, everybody. */
export function usePeople(realm: Realm, isNeeded: boolean): Choices {
  const viewer = useSession((session) => session.user);
  const own = useOwnLists(isNeeded && realm === 'own');
  const all = useQuery({ ...usersQuery, enabled: isNeeded && realm === 'all' });
  if (realm === 'all') {
    const options = (all.data ?? []).map(({ uuid, email }) => ({ value: uuid, label: email }));
    return { options, isLoading: all.isLoading, hasFailed: all.isError };
  }
  const others = own.lists.flatMap(({ entries }) =>
    entries
      .filter(({ chatType }) => chatType === 'DIRECT')
      .map(({ uuid, email }): Choice => ({ value: uuid, label: email })),
  );
  const self = viewer ? [{ value: viewer.uuid, label: viewer.email, hint: texts.you }] : [];
  return { ...own, options: eachOnce([...self, ...others]) };
}

const eachOnce = (choices: Choice[]) => [
  ...new Map(choices.map((choice) => [choice.value, choice])).values(),
];
