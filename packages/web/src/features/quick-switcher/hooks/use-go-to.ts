import { goTo } from '../../../shared/navigation.ts';
import { groupPath } from '../../../shared/routes.ts';
import { forgetEntry } from '../../../shared/selected-entry.ts';
import { chooseEntry } from '../../chat/list/hooks/use-selected-entry.ts';
import type { Destination } from '../destinations.ts';

/** Opens a page, a chat in its group, or the search. */
export function useGoTo(onSearch: (text: string) => void) {
  return ({ target }: Destination) => {
    if ('search' in target) return onSearch(target.search);
    if ('to' in target) return goTo(target.to);
    if (target.entry) chooseEntry(target.groupId, target.entry);
    else forgetEntry();
    goTo(groupPath(target.groupId));
  };
}
