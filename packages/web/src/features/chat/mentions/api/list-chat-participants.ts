import { listChatParticipants } from '@chat/contract/chats';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

/** Who takes part in a chat; null while nobody is looked for. It belongs to the groups, whose changes make it old. */
export const useChatParticipants = (chatId: string | null) =>
  useQuery({
    queryKey: ['groups', 'chat', chatId, 'participants'],
    queryFn: async ({ signal }) => {
      const call = { params: { chatId: chatId ?? '' }, signal };
      return (await callApi(listChatParticipants, call)).content;
    },
    enabled: chatId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
