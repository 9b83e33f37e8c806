import { getChat } from '@chat/contract/chats/chats.routes';
import type { Chat } from '@chat/contract/chats/chats.schema';
import { useQuery } from '@tanstack/react-query';
import { isAbsent } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';

export const MONITORED_CHAT = 'monitored-chat';

/** The chat chosen in the list, as it stands now; null once it went with its group. */
export function useMonitoredChat(chosen: Chat | null): Chat | null {
  const chatId = chosen?.uuid ?? '';
  const query = useQuery({
    queryKey: [MONITORED_CHAT, chatId],
    queryFn: async ({ signal }) => (await callApi(getChat, { params: { chatId }, signal })).content,
    enabled: chosen !== null,
    // The list has just given it: it is fetched when its group changes.
    ...(chosen && { initialData: chosen }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isAbsent(query.error) ? null : (query.data ?? chosen);
}
