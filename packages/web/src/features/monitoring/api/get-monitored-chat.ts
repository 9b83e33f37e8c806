import { type Chat, getChat } from '@chat/contract/chats';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isAbsent } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';

export const MONITORED_CHAT = 'monitored-chat';

const monitoredChatQuery = (chatId: string) =>
  queryOptions({
    queryKey: [MONITORED_CHAT, chatId],
    queryFn: async ({ signal }) => (await callApi(getChat, { params: { chatId }, signal })).content,
  });

/** One that is to be opened from elsewhere than the list. */
export const fetchMonitoredChat = (queryClient: QueryClient, chatId: string): Promise<Chat> =>
  queryClient.fetchQuery(monitoredChatQuery(chatId));

/** The chat chosen in the list, as it stands now; null once it went with its group. */
export function useMonitoredChat(chosen: Chat | null): Chat | null {
  const query = useQuery({
    ...monitoredChatQuery(chosen?.uuid ?? ''),
    enabled: chosen !== null,
    // The list has just given it: it is fetched when its group changes.
    ...(chosen && { initialData: chosen }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isAbsent(query.error) ? null : (query.data ?? chosen);
}
