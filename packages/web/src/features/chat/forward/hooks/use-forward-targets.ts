import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CHAT_LISTS } from '../../list/api/cached-lists.ts';
import { personalChatQuery } from '../../list/api/get-personal-chat.ts';
import { ownGroupsQuery } from '../../list/api/list-own-groups.ts';
import { useOwnLists } from '../../list/hooks/use-own-lists.ts';
import { forwardTargets, type Target } from '../targets.ts';

interface ForwardTargets {
  targets: Target[];
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** The viewer's chats; those of a group come in as its list is read. */
export function useForwardTargets(): ForwardTargets {
  const queryClient = useQueryClient();
  const personal = useQuery(personalChatQuery);
  const own = useOwnLists(true);
  const { data } = personal;
  const { lists } = own;
  const targets = useMemo(() => forwardTargets({ personal: data, lists }), [data, lists]);
  const retry = () => {
    for (const queryKey of [personalChatQuery.queryKey, ownGroupsQuery.queryKey, [CHAT_LISTS]]) {
      const filters = { queryKey, predicate: isFailed };
      void queryClient.refetchQueries(filters);
    }
  };
  return {
    targets,
    isLoading: own.isLoading || personal.isLoading,
    hasFailed: own.hasFailed || personal.isError,
    retry,
  };
}

const isFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
