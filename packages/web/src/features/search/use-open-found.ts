import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorMessage } from '../../shared/api-error.ts';
import { goTo, readStep } from '../../shared/navigation.ts';
import { groupIn, groupPath, routePaths } from '../../shared/routes.ts';
import { notify } from '../../shared/toast/notify.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { chooseEntry } from '../chat/list/open-chat.ts';
import { askForMessage, prepareMessage } from '../chat/messages/asked-message.ts';
import { type Found, removeFound } from './found-pages.ts';
import { searchTexts as texts } from './search.texts.ts';
import { openWatchedChat, rememberSearch, setOpened, useSearchView } from './search-view.ts';

/** Opens the chat of a result at its message. The last one that was pressed counts. */
export function useOpenFound(): (found: Found) => void {
  const queryClient = useQueryClient();
  const show = useShowChat();
  const last = useRef<Found | null>(null);
  const open = async (found: Found) => {
    const { chat, message } = found;
    const isThere = await prepareMessage(queryClient, chat.uuid, message.uuid);
    if (last.current !== found) return;
    if (isThere && (await show(found))) {
      askForMessage(chat.uuid, message.uuid);
      return;
    }
    removeFound(queryClient, message.uuid);
    notify(texts.gone, 'info');
  };
  return (found) => {
    last.current = found;
    setOpened(found.message.uuid);
    rememberSearch(useSearchView.getState().text);
    open(found).catch((error) => notify(errorMessage(error, texts.openFailed), 'error'));
  };
}

/** False when the chat is not to be found. */
function useShowChat(): (found: Found) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async ({ chat }) => {
    // From over a page the conversation is the next step of the history: its way back leads to the results.
    const way = readStep().isSearch ? { step: { isConversation: true } } : {};
    if ('users' in chat) {
      goTo(routePaths['admin.chats'], way);
      await openWatchedChat(chat.uuid);
      return true;
    }
    if (chat.groupUuid === null) {
      goTo(routePaths['chats.me']);
      return true;
    }
    const entry = await findEntry(queryClient, chat.groupUuid, chat.uuid);
    if (!entry) return false;
    const isHere = groupIn(window.location.pathname) === chat.groupUuid;
    if (!isHere) chooseEntry(chat.groupUuid, entry);
    goTo(groupPath(chat.groupUuid), way);
    // Where the list is shown, an entry that opens before the step is taken would take one of its own.
    if (isHere) chooseEntry(chat.groupUuid, entry);
    return true;
  };
}

/** The chat's entry in its group's list, which is read anew when it does not have it. */
async function findEntry(queryClient: QueryClient, groupId: string, chatId: string) {
  const query = chatListQuery(groupId);
  const inList = async (staleTime: number) =>
    (await queryClient.fetchQuery({ ...query, staleTime })).find(
      ({ chatUuid }) => chatUuid === chatId,
    );
  return (await inList(Number.POSITIVE_INFINITY)) ?? inList(0);
}
