import { chatListQuery } from '../features/chat/list/api/chat-lists.ts';
import { messagesQuery } from '../features/chat/messages/api/list-messages.ts';
import { queryClient } from '../shared/query-client.ts';
import { readEntry } from '../shared/selected-entry.ts';

/** Asks for what a group's page shows first while the page itself is still on its way; what fails here is asked again there. */
export async function prefetchChat(groupId: string): Promise<void> {
  await queryClient.prefetchQuery(chatListQuery(groupId));
  const entries = queryClient.getQueryData(chatListQuery(groupId).queryKey) ?? [];
  const kept = readEntry();
  const opened =
    entries.find(({ uuid, chatType }) => uuid === kept?.uuid && chatType === kept.chatType) ??
    entries.find(({ chatType }) => chatType === 'GROUP');
  if (opened?.chatUuid) await queryClient.prefetchQuery(messagesQuery(opened.chatUuid));
}
