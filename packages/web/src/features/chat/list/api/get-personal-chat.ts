import { getPersonalChat } from '@chat/contract/chats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

export const personalChatQuery = queryOptions({
  queryKey: ['personal-chat'],
  queryFn: async ({ signal }) => (await callApi(getPersonalChat, { signal })).content,
  staleTime: Number.POSITIVE_INFINITY,
});

export const usePersonalChat = () => useQuery(personalChatQuery);
