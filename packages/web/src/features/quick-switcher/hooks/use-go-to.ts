import { useNavigate } from '@tanstack/react-router';
import { forgetEntry } from '../../../shared/selected-entry.ts';
import { chooseEntry } from '../../chat/list/hooks/use-selected-entry.ts';
import type { Destination } from '../destinations.ts';

/** Opens a page, a chat in its group, or the search. */
export function useGoTo(onSearch: (text: string) => void) {
  const navigate = useNavigate();
  return ({ target }: Destination) => {
    if ('search' in target) return onSearch(target.search);
    if ('to' in target) return void navigate({ to: target.to });
    if (target.entry) chooseEntry(target.groupId, target.entry);
    else forgetEntry();
    void navigate({ to: '/groups/$id', params: { id: target.groupId } });
  };
}
