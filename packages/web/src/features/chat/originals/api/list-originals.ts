import { listOriginals } from '@chat/contract/messages/messages.routes';
import type { Message } from '@chat/contract/messages/messages.schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

/** Read once for each look, since each reading is recorded, and again when the message is edited or deleted meanwhile. */
export const useOriginals = (messageId: string, now: Message | undefined) =>
  useQuery({
    queryKey: ['originals', messageId, now ? now.editedAt : 'deleted'],
    queryFn: async ({ signal }) =>
      (await callApi(listOriginals, { params: { messageId }, signal })).content,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
