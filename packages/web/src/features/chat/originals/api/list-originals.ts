import type { Message } from '@chat/contract/messages';
import { listOriginals } from '@chat/contract/messages.routes';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../../../shared/call-api.ts';
import { resync } from '../../../../shared/resync.ts';

const originalsKey = (messageId: string) => ['originals', messageId];

/**
 * Oldest first, page by page. Each page is read once for each look, since each reading is recorded, and what is shown is
 * read again when the message is edited or deleted meanwhile.
 */
export function useOriginals(messageId: string, now: Message | undefined) {
  const queryClient = useQueryClient();
  const originals = useInfiniteQuery({
    queryKey: originalsKey(messageId),
    queryFn: ({ pageParam, signal }) =>
      callApi(listOriginals, {
        params: { messageId },
        query: { page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => pages.flatMap(({ content }) => content),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const state = now ? now.editedAt : 'deleted';
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    resync(queryClient, { queryKey: originalsKey(messageId) });
  }, [state, queryClient, messageId]);
  return originals;
}
