import { chatListQuery, ownGroupsQuery } from '../features/chat/list/chat-lists.ts';
import { openedEntry } from '../features/chat/list/open-chat.ts';
import { messagesQuery } from '../features/chat/messages/list-messages.ts';
import { TABLET } from '../shared/hooks/browser.ts';
import { queryClient } from '../shared/query-client.ts';
import { readEntry } from '../shared/selected-entry.ts';

/** Asks for what a group's page shows first while the page itself is still on its way; what fails here is asked again there. */
export async function prefetchChat(groupId: string): Promise<void> {
  const chosen = readEntry(groupId);
  const isSplit = window.matchMedia(TABLET).matches;
  await queryClient.prefetchQuery(chatListQuery(groupId));
  const entries = queryClient.getQueryData(chatListQuery(groupId).queryKey) ?? [];
  const opened = openedEntry(entries, chosen, isSplit);
  if (opened?.chatUuid) await queryClient.prefetchQuery(messagesQuery(opened.chatUuid));
}

/** Whether one takes part in the group and, where a chat is named, finds it in the list there. */
export async function isOwnChat(groupId: string, chatId: string | null): Promise<boolean> {
  const query = chatListQuery(groupId);
  try {
    const entries = await queryClient.fetchQuery(query);
    return chatId === null || entries.some(({ chatUuid }) => chatUuid === chatId);
  } catch {
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
    return false;
  }
}

/** The groups of the menu beside it. */
export const prefetchGroups = (): Promise<void> => queryClient.prefetchQuery(ownGroupsQuery);
